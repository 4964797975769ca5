import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { brands } from './brands.ts'
import { endedBy } from './portalNotices.ts'
import type { Member } from './visits.ts'

const logout = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }

let app: FastifyInstance
let portal: Server
let origin: string
let sign: (claims: JWTPayload, typ?: string) => Promise<string>

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'RS256' }]
  // A minimal portal for a site: its discovery, its keys and its configuration.
  portal = createServer(({ url = '' }, response) => {
    const issuer = `${origin}/oidc`
    const answer = url.endsWith('/environment.json')
      ? {
          Value: { AccountApiUrl: `${origin}/api`, AccountUrl: origin, RegisterStudioName: 'Owls' },
        }
      : url.endsWith('/jwks')
        ? { keys }
        : { issuer, jwks_uri: `${issuer}/jwks` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  origin = `http://sandbox.localhost:${(portal.address() as AddressInfo).port}`
  sign = (claims, typ = 'logout+jwt') =>
    new SignJWT({
      iss: `${origin}/oidc`,
      aud: 'community',
      iat: Math.floor(Date.now() / 1000),
      jti: 'one',
      ...logout,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'a', typ })
      .sign(privateKey)
})
afterEach(() => app.inject({ method: 'POST', url: '/__standin/community/reset' }))
afterAll(async () => {
  await app.close()
  portal.close()
})

const { slug, webhookSecret } = brands.community
const member = (differences: Partial<Member>) =>
  ({ portal: origin, sub: '7', sid: 's', ...differences }) as Member

test('a log-out ends the session that it names, at its own portal alone', () => {
  const iss = `${origin}/oidc`
  const ends = endedBy({ iss, sid: 's', sub: '7' })
  expect(ends(member({}))).toBe(true)
  expect(ends(member({ sid: 'other' }))).toBe(false)
  expect(ends(member({ portal: 'http://localhost:4000' }))).toBe(false)
  const endsAll = endedBy({ iss, sid: null, sub: '7' })
  expect(endsAll(member({ sid: 'other' }))).toBe(true)
  expect(endsAll(member({ sub: '8' }))).toBe(false)
})

async function logOutBy(token: string): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/${slug}/backchannel-logout`,
    payload: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return statusCode
}

test('a log-out of the portal is taken, and a forged one is refused', async () => {
  const token = await sign({ sub: '7' })
  expect(await logOutBy(token)).toBe(200)
  expect(await logOutBy(`${token.slice(0, -8)}AAAAAAAA`)).toBe(400)
})

test.each<[string, JWTPayload, string?]>([
  ['for another site', { sub: '7', aud: 'forum' }],
  ['of another portal', { sub: '7', iss: 'https://portal.example/oidc' }],
  ['that is an id token', { sub: '7' }, 'JWT'],
  ['that says of no log-out', { sub: '7', events: {} }],
  ['with a nonce', { sub: '7', nonce: 'n' }],
  ['without a subject', {}],
  ['that is ten minutes old', { sub: '7', iat: Math.floor(Date.now() / 1000) - 600 }],
])('a token %s ends no session', async (_, claims, typ) => {
  expect(await logOutBy(await sign(claims, typ))).toBe(400)
})

function sendEvent(type: string, data: object, id = `evt_${type}`, secret: string = webhookSecret) {
  const payload = JSON.stringify({ type, timestamp: '2026-01-01T00:00:00.000Z', data })
  const at = new Date()
  return app.inject({
    method: 'POST',
    url: `/${slug}/events`,
    payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, payload),
    },
  })
}

const front = async () => (await app.inject(`/${slug}`)).body
const visit = async (address: string) => (await app.inject(`/forum?portal=${address}`)).body
const ann = { iss: 'http://localhost:4000/oidc', sub: '7' }

test('an event with the portal’s signature is shown once, as text', async () => {
  const renamed = { ...ann, preferred_username: '<b>Ann' }
  expect((await sendEvent('account.renamed', renamed)).statusCode).toBe(200)
  expect((await sendEvent('account.renamed', renamed)).statusCode).toBe(200)
  const page = await front()
  expect(page.split('&#60;b&#62;Ann')).toHaveLength(2)
  expect(page).not.toContain('<b>Ann')
})

test('an event with a foreign signature is refused', async () => {
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`
  expect((await sendEvent('account.deleted', ann, 'x', other)).statusCode).toBe(400)
  expect(await front()).not.toContain('account.deleted')
})

test('a deletion removes the name from earlier events', async () => {
  await sendEvent('account.created', { ...ann, preferred_username: 'Ann' })
  await sendEvent('account.created', { ...ann, sub: '8', preferred_username: 'Bob' }, 'bob')
  await sendEvent('account.deleted', ann)
  const page = await front()
  expect(page).toContain('account.deleted')
  expect(page).not.toContain('Ann')
  expect(page).toContain('Bob')
})

test('the switches make the site reject log-outs and events', async () => {
  const url = `/__standin/${slug}/switches`
  const payload = { rejectEvents: true, rejectLogouts: true }
  await app.inject({ method: 'PUT', url, payload })
  expect((await sendEvent('account.deleted', ann)).statusCode).toBe(500)
  const out = await app.inject({ method: 'POST', url: `/${slug}/backchannel-logout` })
  expect(out.statusCode).toBe(500)
})

test('a return without a begun sign-on is refused', async () => {
  const answer = await app.inject(`/${slug}/callback?code=c&state=s`)
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('has not begun to sign in')
})

test('a sign-on begins on the site’s own host', async () => {
  const { headers } = await app.inject({ url: '/forum/lounge?a=1', headers: { host: 'localhost' } })
  expect(headers.location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/forum\/lounge\?a=1$/)
})

test('the site accepts another portal of this machine alone', async () => {
  const page = await visit(origin)
  expect(page).toContain(`Accounts of ${origin}, by Owls`)
  expect(page).toContain(`<a href="${origin}">your account</a>`)
  for (const address of ['https://portal.example', 'http://localhost.example', `${origin}/x`]) {
    expect(await visit(address)).not.toContain(`Accounts of ${address}`)
  }
})
