import { readFileSync } from 'node:fs'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { configurationOf, sendTo, signInBy } from '../../test/fixtures/apiClients.ts'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients } from '../../test/fixtures/testClient.ts'
import type { DeploymentFile } from '../deployments/deployments.ts'

/* The entry "of the strictest kind" of docs/operations/configure.md, played (FAPI 2.0). */

type Entry = NonNullable<DeploymentFile['clients']>[number]

const docs = new URL('../../../../docs/operations/configure.md', import.meta.url)
const [, example = ''] =
  /A client of the strictest kind[\s\S]*?```json\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8')) ??
  []
const { jwksUri: _, ...entry } = JSON.parse(example) as Entry
const issuer = 'http://localhost:4000/oidc'

let app: TestApp
let pass: (seconds: number) => void
let key: CryptoKey
let configuration: openid.Configuration

beforeAll(async () => {
  const pair = await generateKeyPair('ES256')
  key = pair.privateKey
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kty: 'EC' as const }] }
  app = await startApp({
    deployments: { local: { clients: [...sampleClients, { ...entry, jwks }] } },
  })
  pass = shareClock(app.clock)
  pass(3600)
  configuration = await configurationOf(app, entry.clientId, openid.PrivateKeyJwt(key), {
    id_token_signed_response_alg: 'ES256',
  })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function dpop() {
  return openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'))
}

describe('a client of the strictest kind', () => {
  it('signs a player in, and refreshes by one token, also after a lost answer (O72)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const handle = await dpop()
    const tokens = await signInBy(app, configuration, ada, { handle })
    const kept = tokens.refresh_token ?? ''
    expect(kept).not.toBe('')
    for (const wait of [0, 30, 86_400]) {
      pass(wait)
      const next = await openid.refreshTokenGrant(configuration, kept, undefined, { DPoP: handle })
      expect(next.token_type).toBe('dpop')
      expect(next.refresh_token ?? kept).toBe(kept)
    }
    const { Id_User: userId } = await ada.readToken()
    await ada.call('logOut', { path: { userId }, body: {} })
    await expect(
      openid.refreshTokenGrant(configuration, kept, undefined, { DPoP: handle }),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    ['the issuer', issuer, 201],
    ['the issuer in a list', [issuer], 401],
    ['a list with the issuer', [issuer, `${issuer}/token`], 401],
    ['the token endpoint', `${issuer}/token`, 401],
    ['the endpoint itself', `${issuer}/request`, 401],
  ])('is answered for an assertion to %s (O69)', async (_name, aud, status) => {
    const { clientId } = entry
    const assertion = await new SignJWT({ iss: clientId, sub: clientId, jti: crypto.randomUUID() })
      .setAudience(aud)
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(key)
    const answer = await sendTo(app, `${issuer}/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: entry.redirectUris?.[0] ?? '',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      }),
    })
    expect(answer.status).toBe(status)
  })
})
