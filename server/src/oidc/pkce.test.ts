import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

const strictSite = {
  clientId: 'strict',
  name: 'Strict',
  clientSecret: 'sample-strict-secret',
  redirectUris: ['https://strict.site.test/callback'],
  firstParty: true,
}
const without = { code_challenge: undefined, code_challenge_method: undefined }

let app: TestApp
let strict: TestSite
let lenient: TestSite
let ada: TestVisitor

beforeAll(async () => {
  const clients = [...sampleClients, strictSite]
  app = await startApp({
    deployments: { local: { clients }, prod: { clients: [strictSite] } },
  })
  strict = new TestSite(app, 'strict')
  lenient = new TestSite(app)
  shareClock(app.clock)(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function errorAt(site: TestSite, given: Record<string, string | undefined>) {
  const end = await site.follow(ada, (await site.begin(given)).path)
  return end.searchParams.get('error')
}

/** The answer of GET oauth to a client's request. */
async function handedOver({ client, redirectUri }: TestSite, challenge: object): Promise<string> {
  const query = { client_id: client.clientId, redirect_uri: redirectUri, state: 's' }
  const found = await ada.call('authorize', { query: { ...query, ...challenge } }).then(
    ({ RedirectUri }) => new URL(RedirectUri).searchParams.get('code'),
    () => null,
  )
  return found === null ? 'refused' : 'code'
}

describe('PKCE', () => {
  it('is asked of every client at both endpoints, with a secret too (I13)', async () => {
    expect(await errorAt(strict, without)).toBe('invalid_request')
    expect(await handedOver(strict, {})).toBe('refused')
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    expect(await handedOver(strict, challenge)).toBe('code')
    expect((await strict.signIn(ada)).claims.sub).toBeTruthy()
  })

  it('is left out where a client’s row allows it: with a secret, and a nonce at the endpoint (I13)', async () => {
    expect(await errorAt(lenient, { ...without, nonce: undefined })).toBe('invalid_request')
    expect(await errorAt(lenient, without)).toBeNull()
    expect(await handedOver(lenient, {})).toBe('code')
    // A client that sends a challenge is held to it.
    expect(await errorAt(lenient, { code_challenge_method: 'plain' })).toBe('invalid_request')
    const bad = { code_challenge: 'x', code_challenge_method: 'plain' }
    expect(await handedOver(lenient, bad)).toBe('refused')
  })

  it('is in the discovery document (I13)', async () => {
    expect(await lenient.server()).toMatchObject({
      pkce_required: false,
      code_challenge_methods_supported: ['S256'],
    })
    expect(await new TestSite(app, 'strict', 'prod').server()).toMatchObject({
      pkce_required: true,
    })
  })

  it('cannot be left out by a client without a secret (I13)', async () => {
    const { clientSecret: _, ...open } = strictSite
    const clients = [{ ...open, pkce: 'with-secret-optional' as const }]
    await expect(startApp({ deployments: { local: { clients } } })).rejects.toThrow(
      'clients[0].pkce: needs a clientSecret',
    )
  })
})
