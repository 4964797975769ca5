import { generateKeyPairSync } from 'node:crypto'
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
const neither = { ...without, nonce: undefined }
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kty: 'EC' as const }

let app: TestApp
let ada: TestVisitor

beforeAll(async () => {
  const clients = [
    ...sampleClients,
    strictSite,
    { ...strictSite, clientId: 'lenient', pkce: 'with-secret-optional' as const },
    { ...strictSite, clientId: 'free', pkce: 'none-with-secret' as const },
    {
      ...strictSite,
      clientId: 'keyed',
      clientSecret: undefined,
      jwks: { keys: [publicJwk] },
      pkce: 'none-with-secret' as const,
    },
  ]
  app = await startApp({
    deployments: { local: { clients }, prod: { clients: [strictSite] } },
  })
  shareClock(app.clock)(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** What a client's address has: a code, or an error with its text. */
function answerOf({ searchParams }: URL): string {
  if (searchParams.has('code')) return 'code'
  return `${searchParams.get('error')} ${searchParams.get('error_description')}`
}

/** The answer of GET oauth to the same request. */
async function handedOver(path: string): Promise<string> {
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  const sent = ada.call('authorize', { query })
  return sent.then(
    ({ RedirectUri }) => answerOf(new URL(RedirectUri)),
    () => 'refused',
  )
}

describe('PKCE', () => {
  type Given = Record<string, string | undefined>
  it.each<[string, string, Given, string, string]>([
    ['strict', 'PKCE and a nonce', {}, 'code', 'code'],
    ['strict', 'PKCE alone', { nonce: undefined }, 'code', 'code'],
    ['strict', 'a nonce alone', without, 'code_challenge (S256)', 'refused'],
    ['strict', 'neither', neither, 'code_challenge (S256)', 'refused'],
    ['lenient', 'PKCE alone', { nonce: undefined }, 'code', 'code'],
    ['lenient', 'a nonce alone', without, 'code', 'code'],
    ['lenient', 'neither', neither, 'code_challenge (S256) or a nonce', 'code'],
    ['free', 'PKCE and a nonce', {}, 'code', 'code'],
    ['free', 'a nonce alone', without, 'code', 'code'],
    ['free', 'neither', neither, 'code', 'code'],
    ['keyed', 'neither', neither, 'code', 'code'],
  ])(
    'lets the entry %s, with %s, through or says what it lacks (I13)',
    async (id, _, given, atEndpoint, atOauth) => {
      const site = new TestSite(app, id)
      const { path } = await site.begin(given)
      const end = await site.follow(ada, path)
      const { pkce } = site.client
      const lacks = `this client has to send ${atEndpoint}: pkce of its entry is ${pkce}`
      expect(answerOf(end)).toBe(atEndpoint === 'code' ? 'code' : `invalid_request ${lacks}`)
      expect(await handedOver(path)).toBe(atOauth)
    },
  )

  it('is held to by a client that sends it, whatever its entry says (I13)', async () => {
    for (const id of ['lenient', 'free']) {
      const site = new TestSite(app, id)
      for (const bad of [{ code_challenge_method: 'plain' }, { code_challenge: undefined }]) {
        const { path } = await site.begin(bad)
        expect(answerOf(await site.follow(ada, path))).toMatch(/^invalid_request /)
        expect(await handedOver(path)).toBe('refused')
      }
      const begun = await site.begin()
      const wrong = { verifier: 'v'.repeat(43) }
      const exchanged = site.exchange(begun, await site.follow(ada, begun.path), wrong)
      await expect(exchanged).rejects.toMatchObject({ error: 'invalid_grant' })
    }
  })

  it('is in the discovery document (I13)', async () => {
    expect(await new TestSite(app).server()).toMatchObject({
      pkce_required: false,
      code_challenge_methods_supported: ['S256'],
    })
    expect(await new TestSite(app, 'strict', 'prod').server()).toMatchObject({
      pkce_required: true,
    })
  })

  it('cannot be left out by a client without a secret or keys (I13)', async () => {
    const { clientSecret: _, ...open } = strictSite
    for (const pkce of ['with-secret-optional', 'none-with-secret'] as const) {
      const clients = [{ ...open, pkce }]
      await expect(startApp({ deployments: { local: { clients } } })).rejects.toThrow(
        'clients[0].pkce: needs a clientSecret, jwks or jwksUri',
      )
    }
  })
})
