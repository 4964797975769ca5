import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  configurationOf,
  inventory,
  sendTo,
  serverOf,
  signInBy,
  stats,
  studio,
} from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'

const endpoint = 'http://localhost:4000/oidc/token'
const issuer = 'http://localhost:4000/oidc'
const without = { clientSecret: undefined, resources: { [stats]: ['stats:read'] } }

let app: TestApp
let keys: Server
let served: JWK[] = []
let fetched = 0
let own: CryptoKey
let publicPem: string
let remote: CryptoKey

beforeAll(async () => {
  const [one, other] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('EdDSA', { extractable: true }),
  ])
  own = one.privateKey
  remote = other.privateKey
  publicPem = await exportSPKI(one.publicKey)
  served = [{ ...(await exportJWK(other.publicKey)), kid: 'first', use: 'sig' }]
  keys = createServer((_, answer) => {
    fetched += 1
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ keys: served }))
  })
  await new Promise<void>((done) => keys.listen(0, '127.0.0.1', done))
  const { port } = keys.address() as AddressInfo
  const jwk = { ...(await exportJWK(one.publicKey)), use: 'sig' } as { kty: 'EC' }
  const clients = [
    ...sampleClients,
    serverOf('signer', { ...without, jwks: { keys: [jwk] } }),
    serverOf('remote', { ...without, jwksUri: `http://127.0.0.1:${port}/jwks` }),
    serverOf('player', {
      clientSecret: undefined,
      jwks: { keys: [jwk] },
      grants: ['authorization_code'],
      redirectUris: ['https://player.site.test/callback'],
    }),
  ]
  app = await startApp({ deployments: { local: { ...studio, clients } }, nodes: 2 })
  shareClock(app.clock)(3600)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await new Promise((done) => keys.close(done))
})

interface Assertion {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly clientId?: string
  readonly key?: CryptoKey | Uint8Array
  readonly alg?: string
  readonly lives?: string
}

let count = 0
function assertionOf({
  claims = {},
  clientId = 'signer',
  key = own,
  alg = 'ES256',
  lives = '60s',
}: Assertion = {}): Promise<string> {
  count += 1
  return new SignJWT({ iss: clientId, sub: clientId, aud: issuer, jti: `id ${count}`, ...claims })
    .setProtectedHeader({ alg })
    .setIssuedAt()
    .setExpirationTime(lives)
    .sign(key)
}

/** The status and the error of the token endpoint for an assertion. */
async function shown(assertion: string, more: Readonly<Record<string, string>> = {}) {
  const answer = await sendTo(app, endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      ...more,
    }),
  })
  const { error = 'none' } = (await answer.json()) as { error?: string }
  return `${answer.status} ${error}`
}

const refused = '401 invalid_client'

describe('a client with its own keys', () => {
  it('proves by them that it is itself, as a server and with a player (O68)', async () => {
    const signer = await configurationOf(app, 'signer', openid.PrivateKeyJwt(own))
    expect((await openid.clientCredentialsGrant(signer)).access_token).toBeTruthy()
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const configuration = await configurationOf(app, 'player', openid.PrivateKeyJwt(own))
    const tokens = await signInBy(app, configuration, ada)
    const again = await openid.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
    expect(again.access_token).toBeTruthy()
  })

  it('may have them at an address, where new ones are found (O68)', async () => {
    const first = await configurationOf(app, 'remote', openid.PrivateKeyJwt(remote))
    expect((await openid.clientCredentialsGrant(first)).access_token).toBeTruthy()
    expect((await openid.clientCredentialsGrant(first)).access_token).toBeTruthy()
    // Each of two servers asks once.
    expect(fetched).toBeLessThanOrEqual(2)
    const next = await generateKeyPair('ES256', { extractable: true })
    served = [{ ...(await exportJWK(next.publicKey)), kid: 'second', use: 'sig' }]
    vi.setSystemTime(Date.now() + 61_000)
    const assertion = await assertionOf({ clientId: 'remote', key: next.privateKey })
    expect(await shown(assertion)).toBe('200 none')
    expect(await shown(await assertionOf({ clientId: 'remote', key: remote, alg: 'EdDSA' }))).toBe(
      refused,
    )
  })

  it('shows each assertion once, at whichever server and at the same moment too (O69)', async () => {
    const assertion = await assertionOf()
    expect(await shown(assertion)).toBe('200 none')
    expect(await shown(assertion)).toBe(refused)
    expect(await shown(assertion)).toBe(refused)
    const raced = await assertionOf()
    const all = await Promise.all(Array.from({ length: 6 }, () => shown(raced)))
    expect(all.filter((one) => one === '200 none')).toHaveLength(1)
    // Both look before either writes.
    const { ReplayDetection } = await app.services.oidc.providerOf(app.deployment('local'))
    const exp = app.services.clock.now().getTime() / 1000 + 60
    const looks = [1, 2].map(() => ReplayDetection.unique('signer', 'same moment', exp))
    expect((await Promise.all(looks)).filter(Boolean)).toHaveLength(1)
  })

  it('is believed by nothing else: another key, no signature, a public key as a secret (O69)', async () => {
    const { privateKey: outsider } = await generateKeyPair('ES256')
    const unsigned = new UnsecuredJWT({ iss: 'signer', sub: 'signer', aud: issuer, jti: 'none' })
      .setExpirationTime('60s')
      .encode()
    const bytes = new TextEncoder().encode(publicPem)
    for (const assertion of [
      await assertionOf({ key: outsider }),
      unsigned,
      await assertionOf({ key: bytes, alg: 'HS256' }),
      await assertionOf({ claims: { aud: 'https://elsewhere.test' } }),
      await assertionOf({ claims: { aud: inventory } }),
      await assertionOf({ claims: { iss: 'community' } }),
      await assertionOf({ claims: { sub: 'community' } }),
      await assertionOf({ claims: { sub: 'remote' } }),
      await assertionOf({ claims: { jti: undefined } }),
      await assertionOf({ lives: '-60s' }),
      await assertionOf({ lives: '2 days' }),
    ]) {
      expect(await shown(assertion)).toBe(refused)
    }
  })

  it('has no secret besides, and a client without keys takes no assertion (O69)', async () => {
    const assertion = await assertionOf()
    expect(await shown(assertion, { client_secret: 'anything' })).toBe('400 invalid_request')
    expect(await shown(assertion, { client_id: 'community' })).toBe('400 invalid_request')
    const secret = new TextEncoder().encode('sample-community-secret')
    expect(
      await shown(await assertionOf({ clientId: 'community', key: secret, alg: 'HS256' })),
    ).toBe(refused)
    const basic = await configurationOf(app, 'signer', openid.ClientSecretBasic('undefined'))
    await expect(openid.clientCredentialsGrant(basic)).rejects.toMatchObject({
      status: 401,
    })
  })
})
