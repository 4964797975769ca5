import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  apiClients,
  configurationOf,
  entryOf,
  inventory,
  sendTo,
  signInBy,
  studio,
} from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const match = entryOf('match', {
  clientSecret: undefined,
  dpop: true,
  scopes: ['openid', 'profile', 'blocks'],
  resources: { [inventory]: ['inventory:read'] },
})
const me = 'http://localhost:4000/oidc/me'

type Pair = openid.CryptoKeyPair

let app: TestApp
let ada: TestVisitor
let configuration: openid.Configuration
let pair: Pair
let handle: openid.DPoPHandle

beforeAll(async () => {
  const clients = [...sampleClients, ...apiClients, match]
  app = await startApp({ deployments: { local: { ...studio, clients } }, nodes: 2 })
  shareClock(app.clock)(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  configuration = await configurationOf(app, 'match', openid.None())
  pair = await openid.randomDPoPKeyPair('ES256', { extractable: true })
  handle = openid.getDPoPHandle(configuration, pair)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

interface Proof {
  readonly pair?: Pair
  readonly claims?: Readonly<Record<string, unknown>>
  readonly typ?: string
}

let count = 0
async function proofFor(
  token: string,
  { pair: by = pair, claims = {}, typ = 'dpop+jwt' }: Proof = {},
) {
  count += 1
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const ath = Buffer.from(hash).toString('base64url')
  return new SignJWT({ htm: 'GET', htu: me, jti: `proof ${count}`, ath, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ, jwk: await exportJWK(by.publicKey) })
    .setIssuedAt(claims['iat'] as number | undefined)
    .sign(by.privateKey)
}

const statusOf = async (headers: Readonly<Record<string, string>>, address = me) =>
  (await sendTo(app, address, { headers })).status

describe('a client whose tokens are bound to its key', () => {
  it('uses them by proofs of that key, and an API reads which one it is (O72)', async () => {
    const tokens = await signInBy(app, configuration, ada, { handle })
    expect(tokens.token_type).toBe('dpop')
    const read = await openid.fetchUserInfo(
      configuration,
      tokens.access_token,
      openid.skipSubjectCheck,
      { DPoP: handle },
    )
    expect(read.sub).toBe(tokens.claims()?.sub)
    const next = await openid.refreshTokenGrant(
      configuration,
      tokens.refresh_token ?? '',
      undefined,
      {
        DPoP: handle,
      },
    )
    expect(next.token_type).toBe('dpop')
    const { access_token: token } = await signInBy(app, configuration, ada, {
      asked: { scope: 'openid inventory:read', resource: inventory },
      exchanged: { resource: inventory },
      handle,
    })
    const jkt = await calculateJwkThumbprint(await exportJWK(pair.publicKey))
    expect(decodeJwt(token)).toMatchObject({ cnf: { jkt } })
    const server = await configurationOf(app, 'inventory')
    expect(await openid.tokenIntrospection(server, token)).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt },
    })
  })

  it('gets none without a proof, and refreshes with no other key (O73)', async () => {
    await expect(signInBy(app, configuration, ada)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const tokens = await signInBy(app, configuration, ada, { handle })
    const refresh = tokens.refresh_token ?? ''
    await expect(openid.refreshTokenGrant(configuration, refresh)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const other = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'))
    await expect(
      openid.refreshTokenGrant(configuration, refresh, undefined, { DPoP: other }),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(
      openid.refreshTokenGrant(configuration, refresh, undefined, { DPoP: handle }),
    ).resolves.toBeTruthy()
  })

  it('loses nothing to who has a token alone, or a proof of another key, address, token or time (O73)', async () => {
    const { access_token: token } = await signInBy(app, configuration, ada, {
      asked: { scope: 'openid blocks' },
      handle,
    })
    const other = await generateKeyPair('ES256', { extractable: true })
    const now = Math.floor(Date.now() / 1000)
    const wrong: Proof[] = [
      { pair: other },
      { claims: { htu: 'https://elsewhere.test/me' } },
      { claims: { htu: 'http://localhost:4000/oidc/token' } },
      { claims: { htm: 'POST' } },
      { claims: { ath: 'x' } },
      { claims: { iat: now - 3600 } },
      { claims: { nonce: 'guessed' } },
      { claims: { jti: undefined } },
      { typ: 'jwt' },
    ]
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401)
    const authorization = `DPoP ${token}`
    expect([400, 401]).toContain(await statusOf({ authorization }))
    for (const proof of wrong) {
      const headers = { authorization, dpop: await proofFor(token, proof) }
      expect([400, 401]).toContain(await statusOf(headers))
    }
    expect(await statusOf({ authorization, dpop: await proofFor(token) })).toBe(200)
    const blocks = 'http://localhost:4000/oidc/blocks'
    expect(await statusOf({ authorization: `Bearer ${token}` }, blocks)).toBe(401)
  })

  it('shows each proof once, at whichever server and at the same moment too (O73)', async () => {
    const { access_token: token } = await signInBy(app, configuration, ada, { handle })
    const headers = { authorization: `DPoP ${token}`, dpop: await proofFor(token) }
    const all = await Promise.all(Array.from({ length: 6 }, () => statusOf(headers)))
    expect(all.filter((status) => status === 200)).toHaveLength(1)
    expect(await statusOf(headers)).toBe(401)
  })

  it('goes on with a nonce of any server where its clock is wrong (O72)', async () => {
    const { access_token: token } = await signInBy(app, configuration, ada, { handle })
    const authorization = `DPoP ${token}`
    const iat = Math.floor(Date.now() / 1000) - 3600
    const dpop = await proofFor(token, { claims: { iat } })
    const first = await sendTo(app, me, { headers: { authorization, dpop } })
    expect(first.status).toBe(401)
    const nonce = first.headers.get('dpop-nonce')
    expect(nonce).toBeTruthy()
    const again = await proofFor(token, { claims: { iat, nonce } })
    expect(await statusOf({ authorization, dpop: again })).toBe(200)
  })
})
