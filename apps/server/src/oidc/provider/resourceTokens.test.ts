import { createHash, createHmac, createPublicKey } from 'node:crypto'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
} from 'jose'
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
} from '../../../test/fixtures/apiClients.ts'
import { strong } from '../../../test/fixtures/enrolled.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const shop = entryOf('shop', {
  sector: 'shops',
  scopes: ['openid', 'profile', 'blocks'],
  resources: { [inventory]: ['inventory:read'] },
})
const scope = 'openid profile inventory:read inventory:write'

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor
let game: openid.Configuration

beforeAll(async () => {
  const clients = [...sampleClients, ...apiClients, shop]
  app = await startApp({ deployments: { local: { ...strong, ...studio, clients } }, nodes: 2 })
  pass = shareClock(app.clock)
  pass(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  game = await configurationOf(app, 'game')
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const forInventory = {
  asked: { scope, resource: inventory },
  exchanged: { resource: inventory },
}

/** The checks of an API: a token's signature, issuer, audience and kind, and nothing else. */
async function accepted(token: string, audience = inventory) {
  const answer = await sendTo(app, `${app.deployment('local').origin}/oidc/jwks`)
  const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet)
  return jwtVerify(token, keys, {
    issuer: `${app.deployment('local').origin}/oidc`,
    audience,
    typ: 'at+jwt',
  })
}

const userInfo = (token: string) =>
  sendTo(app, `${app.deployment('local').origin}/oidc/me`, {
    headers: { authorization: `Bearer ${token}` },
  })

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a token for an API of the studio', () => {
  it('is checked by the API alone, and says whose it is, for whom, for what and how sure (O60)', async () => {
    const {
      access_token: token,
      expires_in: life,
      ...more
    } = await signInBy(app, game, ada, forInventory)
    const { payload } = await accepted(token)
    const { sub, auth_time } = decodeJwt(more.id_token ?? '')
    expect(payload).toMatchObject({
      aud: inventory,
      client_id: 'game',
      scope: 'inventory:read inventory:write',
      sub,
      auth_time,
      acr: 'urn:gatehouse:acr:1',
    })
    expect(payload.jti).toBeTruthy()
    expect(life).toBe(600)
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
    expect(JSON.stringify(payload)).not.toMatch(/Ada|@/)
    pass(601)
    await expect(accepted(token)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
  })

  it('comes by a refresh too, beside one for us, and each opens its own API (O60)', async () => {
    const { asked } = forInventory
    const first = await signInBy(app, game, ada, { asked })
    expect(first.access_token).not.toContain('.')
    expect((await userInfo(first.access_token)).status).toBe(200)
    const second = await openid.refreshTokenGrant(game, first.refresh_token ?? '', {
      resource: inventory,
      scope: 'openid inventory:read',
    })
    expect((await accepted(second.access_token)).payload['scope']).toBe('inventory:read')
    const third = await openid.refreshTokenGrant(game, second.refresh_token ?? '')
    expect((await userInfo(third.access_token)).status).toBe(200)
  })

  it('names the player as its client does, who has another name elsewhere (O60)', async () => {
    const configuration = await configurationOf(app, 'shop')
    const tokens = await signInBy(app, configuration, ada, {
      asked: { resource: inventory, scope: 'openid inventory:read' },
      exchanged: { resource: inventory },
    })
    const { payload } = await accepted(tokens.access_token)
    expect(payload.sub).toBe(tokens.claims()?.sub)
    expect(payload.sub).not.toBe(String((await ada.readToken()).Id_User))
  })

  it('is refused for an API or a scope that the client has not (O61)', async () => {
    for (const resource of [
      'https://elsewhere.test',
      'https://inventory.studio.test/',
      'inventory',
    ]) {
      await expect(signInBy(app, game, ada, { asked: { scope, resource } })).rejects.toMatchObject({
        error: 'invalid_target',
      })
    }
    // Asked for at the exchange alone, it was never granted.
    await expect(
      signInBy(app, game, ada, { exchanged: { resource: inventory } }),
    ).rejects.toMatchObject({ error: 'invalid_target' })
    const tokens = await signInBy(app, game, ada, {
      asked: { scope: 'openid stats:read stats:write', resource: stats },
      exchanged: { resource: stats },
    })
    expect(tokens.scope).toBe('stats:read')
    const community = await configurationOf(app, 'community')
    await expect(signInBy(app, community, ada, forInventory)).rejects.toMatchObject({
      error: 'invalid_target',
    })
  })

  it('opens neither userinfo nor our calls, and an ID token opens no API (O61)', async () => {
    const configuration = await configurationOf(app, 'shop')
    const tokens = await signInBy(app, configuration, ada, {
      asked: { resource: inventory, scope: 'openid blocks inventory:read' },
      exchanged: { resource: inventory },
    })
    const { jti = '' } = decodeJwt(tokens.access_token)
    for (const token of [tokens.access_token, jti, `jwt:${jti}`, tokens.id_token ?? '']) {
      expect([401, 403]).toContain((await userInfo(token)).status)
      const blocks = await sendTo(app, `${app.deployment('local').origin}/oidc/blocks`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(blocks.status).toBe(401)
    }
    await expect(accepted(tokens.id_token ?? '', 'shop')).rejects.toThrow(/typ/)
    await expect(accepted(tokens.access_token, stats)).rejects.toThrow(/aud/)
  })

  it('that was changed, or is signed by our public key, is none (O61)', async () => {
    const { access_token: token } = await signInBy(app, game, ada, forInventory)
    const [, body = '', signature = ''] = token.split('.')
    const answer = await sendTo(app, `${app.deployment('local').origin}/oidc/jwks`)
    const { keys } = (await answer.json()) as JSONWebKeySet
    const pem = createPublicKey({ key: keys[0] as object, format: 'jwk' } as never).export({
      type: 'spki',
      format: 'pem',
    })
    const hs = `${encoded({ alg: 'HS256', typ: 'at+jwt' })}.${body}`
    const forged = [
      `${encoded({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      `${hs}.${createHmac('sha256', pem).update(hs).digest('base64url')}`,
      `${encoded(decodeProtectedHeader(token))}.${encoded({ ...decodeJwt(token), scope: 'all' })}.${signature}`,
    ]
    const server = await configurationOf(app, 'inventory')
    for (const one of forged) {
      await expect(accepted(one)).rejects.toMatchObject({
        code: expect.stringMatching(/^ERR_J/) as string,
      })
      expect(await openid.tokenIntrospection(server, one)).toEqual({ active: false })
    }
    expect((await openid.tokenIntrospection(server, token)).active).toBe(true)
  })

  it('is in no row of the database, nor is its id (O61)', async () => {
    const { access_token: token } = await signInBy(app, game, ada, forInventory)
    const { jti = '' } = decodeJwt(token)
    const { rows } = await app.services.database.kysely
      .selectFrom('oidc_artifacts')
      .selectAll()
      .execute()
      .then((rows) => ({ rows: JSON.stringify(rows) }))
    expect(rows).not.toContain(jti)
    expect(rows).not.toContain(createHash('sha256').update(token).digest('hex'))
  })
})
