import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  apiClients,
  configurationOf,
  entryOf,
  inventory,
  sendTo,
  signInBy,
  stats,
  studio,
  type Tokens,
} from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const endpoint = 'http://localhost:4000/oidc/token/introspection'
const page = entryOf('page', {
  clientSecret: undefined,
  resources: { [inventory]: ['inventory:read'] },
})
const asked = { scope: 'openid profile inventory:read stats:read' }

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor
let game: openid.Configuration
let server: openid.Configuration
let other: openid.Configuration
let count = 0

beforeAll(async () => {
  const clients = [...sampleClients, ...apiClients, page]
  app = await startApp({ deployments: { local: { ...studio, clients } }, nodes: 2 })
  pass = shareClock(app.clock)
  pass(3600)
  game = await configurationOf(app, 'game')
  server = await configurationOf(app, 'inventory')
  other = await configurationOf(app, 'stats')
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function tokensFor(resource: string): Promise<Tokens> {
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  return signInBy(app, game, ada, { asked: { ...asked, resource }, exchanged: { resource } })
}

const none = { active: false }

describe('introspection', () => {
  it('answers an API about its tokens, signed and opaque, until the session ends (O62)', async () => {
    for (const [resource, by] of [
      [inventory, server],
      [stats, other],
    ] as const) {
      const { access_token: token } = await tokensFor(resource)
      const read = await openid.tokenIntrospection(by, token)
      expect(read).toMatchObject({
        active: true,
        aud: resource,
        client_id: 'game',
        token_type: 'Bearer',
      })
      expect(read.sub).toBe(String((await ada.readToken()).Id_User))
      await ada.call('logOut', { path: { userId: Number(read.sub) }, body: {} })
      expect(await openid.tokenIntrospection(by, token)).toEqual(none)
    }
  })

  it('knows no token that is over, or that its client took back (O62)', async () => {
    const { access_token: late } = await tokensFor(inventory)
    pass(601)
    expect(await openid.tokenIntrospection(server, late)).toEqual(none)
    const { access_token: token } = await tokensFor(inventory)
    await openid.tokenRevocation(game, token)
    expect(await openid.tokenIntrospection(server, token)).toEqual(none)
  })

  it('answers no other client: another API, a client with the player, a refresh token (O63)', async () => {
    const { access_token: token, refresh_token: refresh = '' } = await tokensFor(inventory)
    const community = await configurationOf(
      app,
      'community',
      openid.ClientSecretBasic('sample-community-secret'),
    )
    for (const outsider of [other, community]) {
      expect(await openid.tokenIntrospection(outsider, token)).toEqual(none)
      expect(await openid.tokenIntrospection(outsider, refresh)).toEqual(none)
    }
    expect(await openid.tokenIntrospection(server, refresh)).toEqual(none)
    expect((await openid.tokenIntrospection(game, refresh)).active).toBe(true)
    // Nor may it end what is not its own.
    await expect(openid.tokenRevocation(other, token)).rejects.toMatchObject({
      error: 'invalid_request',
    })
    expect((await openid.tokenIntrospection(server, token)).active).toBe(true)
  })

  it('answers nothing to a program without a proof of itself, and in JSON whatever is accepted (O63)', async () => {
    const { access_token: token } = await tokensFor(inventory)
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const ask = (body: Record<string, string>, headers = {}) =>
      sendTo(app, endpoint, {
        method: 'POST',
        headers: { ...form, ...headers },
        body: new URLSearchParams(body),
      })
    const open = await ask({ token, client_id: 'page' })
    expect(await open.json()).toEqual(none)
    for (const [body, status] of [
      [{ token }, 400],
      [{ token, client_id: 'inventory' }, 401],
      [{ token, client_id: 'inventory', client_secret: 'wrong' }, 401],
      [{ client_id: 'inventory', client_secret: 'sample-inventory-secret' }, 400],
      [{ token: 'x'.repeat(80_000), client_id: 'inventory' }, 400],
    ] as const) {
      const answer = await ask(body)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toContain('application/json')
    }
    const twice = new URLSearchParams({ client_id: 'inventory', token })
    twice.append('token', token)
    const answer = await sendTo(app, endpoint, { method: 'POST', headers: form, body: twice })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const right = await ask({
      token,
      client_id: 'inventory',
      client_secret: 'sample-inventory-secret',
    })
    expect(await right.json()).toMatchObject({ active: true })
    expect(right.headers.get('content-type')).toContain('application/json')
  })
})
