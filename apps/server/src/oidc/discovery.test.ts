import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { strong } from '../../test/fixtures/enrolled.ts'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

const document = '/oidc/.well-known/openid-configuration'
const form = 'application/x-www-form-urlencoded'

type Metadata = Readonly<Record<string, unknown>>

let app: TestApp
let site: TestSite
let ada: TestVisitor

beforeAll(async () => {
  app = await startApp({ deployments: { local: { ...strong, clients: sampleClients } } })
  site = new TestSite(app)
  shareClock(app.clock)(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  return app.app.inject({ method: 'GET', url, headers: { host: 'localhost:4000', ...headers } })
}

async function listed(name: string): Promise<readonly string[]> {
  return (await get(document)).json<Metadata>()[name] as readonly string[]
}

/** The error of the token endpoint for a request. */
async function errorOf(body: Readonly<Record<string, string>>, headers = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'localhost:4000', 'content-type': form, ...headers },
    payload: new URLSearchParams(body).toString(),
  })
  return answer.json<{ error: string }>().error
}

describe('the discovery document', () => {
  it('and the keys are kept by caches for five minutes, and asked for by their tag after that (O08)', async () => {
    for (const url of [document, '/.well-known/oauth-authorization-server/oidc', '/oidc/jwks']) {
      const fresh = await get(url)
      expect(fresh.headers).toMatchObject({
        'cache-control': 'public, max-age=300',
        vary: 'Origin',
      })
      const tag = String(fresh.headers.etag)
      const again = await get(url, { 'if-none-match': tag })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    }
    expect((await get('/oidc/me')).headers['cache-control']).toBe('no-store')
  })

  it('names endpoints that answer, and no other (O08)', async () => {
    const metadata = (await get(document)).json<Metadata>()
    const endpoints = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name))
    expect(endpoints.map(([name]) => name).toSorted()).toEqual([
      'authorization_endpoint',
      'device_authorization_endpoint',
      'end_session_endpoint',
      'jwks_uri',
      'revocation_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
    ])
    for (const [, address] of endpoints) {
      const { pathname } = new URL(String(address))
      const answers = await Promise.all(
        (['GET', 'POST'] as const).map((method) =>
          app.app.inject({
            method,
            url: pathname,
            headers: { host: 'localhost:4000', 'content-type': form },
          }),
        ),
      )
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect([pathname, statuses.filter((status) => status >= 500)]).toEqual([pathname, []])
      expect(statuses.some((status) => status !== 404)).toBe(true)
    }
  })

  it('lists scopes, prompts and languages that are taken, and none besides (O08)', async () => {
    const community = sampleClients.find(({ clientId }) => clientId === 'community')
    expect(await listed('scopes_supported')).toEqual(
      expect.arrayContaining([...(community?.scopes ?? [])]),
    )
    for (const prompt of await listed('prompt_values_supported')) {
      const end = await site.follow(ada, (await site.begin({ prompt })).path)
      expect([prompt, end.searchParams.get('error')]).toEqual([prompt, null])
    }
    const unknown = await site.follow(ada, (await site.begin({ prompt: 'unheard-of' })).path)
    expect(unknown.searchParams.get('error')).toBe('invalid_request')
  })

  it('lists response types and modes that are taken, and none besides (O08)', async () => {
    expect(await listed('response_types_supported')).toEqual(['code'])
    for (const response_mode of await listed('response_modes_supported')) {
      const { path } = await site.begin({ response_mode })
      const { headers, body } = await ada.send({
        method: 'GET',
        url: path,
        headers: { 'sec-fetch-dest': 'document', accept: 'text/html' },
      })
      expect(`${headers.location}${body}`).toMatch(/[?#&]code=|name="code"/)
    }
    const end = await site.follow(ada, (await site.begin({ response_mode: 'web_message' })).path)
    expect(end.searchParams.get('error')).not.toBeNull()
  })

  it('lists grants and ways of authentication that the token endpoint takes, and none besides (O08)', async () => {
    const secret = { client_id: 'community', client_secret: 'sample-community-secret' }
    for (const grant_type of await listed('grant_types_supported')) {
      const error = await errorOf({ ...secret, grant_type })
      // Another client has it.
      const isForDevices = grant_type.endsWith(':device_code')
      const expected = isForDevices ? 'unauthorized_client' : 'invalid_request'
      expect([grant_type, error]).toEqual([grant_type, expected])
    }
    for (const grant_type of ['password', 'implicit', 'client_credentials']) {
      expect(await errorOf({ ...secret, grant_type })).toBe('unsupported_grant_type')
    }
    expect(await listed('token_endpoint_auth_methods_supported')).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'none',
    ])
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' }
    const basic = { authorization: `Basic ${btoa('community:sample-community-secret')}` }
    expect(await errorOf(refresh, basic)).toBe('invalid_grant')
    expect(await errorOf({ ...refresh, ...secret })).toBe('invalid_grant')
  })

  it('lists claims that a client can have, and what it takes of strength and requests (O08)', async () => {
    const metadata = (await get(document)).json<Metadata>()
    expect(metadata).toMatchObject({
      acr_values_supported: ['urn:gatehouse:acr:1', 'urn:gatehouse:acr:2', 'phr'],
      claims_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      request_uri_parameter_supported: false,
      subject_types_supported: ['public', 'pairwise'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
    expect(metadata).not.toHaveProperty('request_parameter_supported')
    await app.services.database.kysely
      .updateTable('players')
      .set({ avatar_url: '/avatars/ada.png', language: 'fr' })
      .where('username', '=', 'Ada')
      .execute()
    const names = metadata['claims_supported'] as string[]
    const claims = JSON.stringify({
      id_token: Object.fromEntries(names.map((name) => [name, null])),
    })
    const signedIn = await site.signIn(ada, { claims, acr_values: 'urn:gatehouse:acr:1' })
    expect(names.filter((name) => !(name in signedIn.claims))).toEqual([])
  })
})

describe('a document that is not there', () => {
  it.each([
    '/.well-known/webfinger?resource=acct:ada@localhost&rel=http://openid.net/specs/connect/1.0/issuer',
    '/.well-known/openid-configuration',
    '/.well-known/unheard-of',
    '/oidc/.well-known/webfinger',
    '/oidc/.well-known/unheard-of',
  ])('%s is 404 for programs and for people (O09)', async (url) => {
    for (const accept of ['*/*', 'text/html', 'application/json']) {
      const answer = await get(url, { accept })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toContain('application/json')
    }
  })
})
