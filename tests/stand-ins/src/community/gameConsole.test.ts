import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createGameConsole } from './gameConsole.ts'
import { screenOf } from './gameConsoleScreen.ts'
import { createPortalClients } from './portalClient.ts'

let portal: Server
let origin: string
let answer: (path: string) => readonly [number, object]

beforeEach(async () => {
  portal = createServer(({ url = '' }, response) => {
    const issuer = `${origin}/oidc`
    const [status, body] = url.endsWith('/openid-configuration')
      ? [
          200,
          {
            issuer,
            jwks_uri: `${issuer}/jwks`,
            token_endpoint: `${issuer}/token`,
            device_authorization_endpoint: `${issuer}/device/auth`,
          },
        ]
      : answer(url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  origin = `http://localhost:${(portal.address() as AddressInfo).port}`
})
afterEach(() => portal.close())

const code = {
  device_code: 'secret',
  user_code: 'BCDF-GHJK-42',
  verification_uri: 'http://localhost:4000/device',
  verification_uri_complete: 'http://localhost:4000/device?user_code=BCDF-GHJK',
  expires_in: 600,
  interval: 0.01,
}

test('a game console shows the code, the number apart from it, and the address as a QR code', async () => {
  answer = (path) =>
    path.endsWith('/auth') ? [200, code] : [400, { error: 'authorization_pending' }]
  const device = createGameConsole(
    origin,
    createPortalClients({ slug: 'console', clientSecret: null }),
  )
  expect(screenOf(device.screen())).toContain('Sign in')
  await device.begin()
  expect(device.screen()).toMatchObject({ step: 'code', code: 'BCDF-GHJK', number: '42' })
  const html = screenOf(device.screen())
  expect(html).toContain('localhost:4000/device')
  expect(html).toContain('<svg')
  expect(html).not.toContain('secret')
  device.close()
})

test.each([
  ['access_denied', 'refused'],
  ['expired_token', 'expired'],
])('a game console that gets %s offers a new code', async (error, step) => {
  answer = (path) => (path.endsWith('/auth') ? [200, code] : [400, { error }])
  const device = createGameConsole(
    origin,
    createPortalClients({ slug: 'console', clientSecret: null }),
  )
  await device.begin()
  await expect.poll(() => device.screen().step).toBe(step)
  expect(screenOf(device.screen())).toContain('Show a new code')
})

test('a game console keeps its code until its page names another portal', async () => {
  answer = (path) =>
    path.endsWith('/auth') ? [200, code] : [400, { error: 'authorization_pending' }]
  const app = await createApp({ smtpPort: 0 })
  const first = await app.inject({ url: '/game-console', query: { portal: origin } })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const open = async (query: Record<string, string>) =>
    (await app.inject({ url: '/game-console', query, headers: { cookie } })).body
  await app.inject({ method: 'POST', url: '/game-console/begin', headers: { cookie } })
  expect(await open({})).toContain('BCDF-GHJK')
  expect(await open({ portal: origin })).toContain('BCDF-GHJK')
  expect(await open({ portal: 'http://sandbox.localhost:4000' })).not.toContain('BCDF-GHJK')
  await app.close()
})
