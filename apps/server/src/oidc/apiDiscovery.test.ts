import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClients, entryOf, sendTo, studio } from '../../test/fixtures/apiClients.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients } from '../../test/fixtures/testClient.ts'

const keys = { clientSecret: undefined, jwksUri: 'https://signer.site.test/jwks' }

let app: TestApp

beforeAll(async () => {
  const clients = [
    ...sampleClients,
    ...apiClients,
    entryOf('signer', { ...keys, requirePar: true, dpop: true, idTokenSignedResponseAlg: 'EdDSA' }),
  ]
  app = await startApp({ deployments: { local: { ...studio, clients } } })
})
afterAll(() => app.close())

async function documentOf(name: 'local' | 'prod'): Promise<Readonly<Record<string, unknown>>> {
  const address = `${app.deployment(name).origin}/oidc/.well-known/openid-configuration`
  return (await (await sendTo(app, address)).json()) as Readonly<Record<string, unknown>>
}

describe('the discovery document of a studio with APIs', () => {
  it('lists what a client of the deployment has (O77)', async () => {
    const document = await documentOf('local')
    expect(document).toMatchObject({
      introspection_endpoint: 'http://localhost:4000/oidc/token/introspection',
      pushed_authorization_request_endpoint: 'http://localhost:4000/oidc/request',
      id_token_signing_alg_values_supported: ['RS256', 'EdDSA'],
    })
    expect(document['grant_types_supported']).toContain('client_credentials')
    expect(document['token_endpoint_auth_methods_supported']).toContain('private_key_jwt')
    const algorithms = [
      document['token_endpoint_auth_signing_alg_values_supported'],
      document['dpop_signing_alg_values_supported'],
    ].flat()
    expect(algorithms).toContain('ES256')
    expect(algorithms.filter((alg) => /^(HS|none)/.test(String(alg)))).toEqual([])
    expect(document).not.toHaveProperty('require_pushed_authorization_requests')
  })

  it('lists nothing of it where no client has it, and answers nothing either (O77)', async () => {
    const document = await documentOf('prod')
    for (const name of [
      'introspection_endpoint',
      'pushed_authorization_request_endpoint',
      'dpop_signing_alg_values_supported',
      'token_endpoint_auth_signing_alg_values_supported',
      'frontchannel_logout_supported',
    ]) {
      expect(document).not.toHaveProperty(name)
    }
    expect(document['grant_types_supported']).not.toContain('client_credentials')
    expect(document['token_endpoint_auth_methods_supported']).not.toContain('private_key_jwt')
    expect(document['id_token_signing_alg_values_supported']).toEqual(['RS256'])
    for (const path of ['/oidc/token/introspection', '/oidc/request']) {
      const answer = await sendTo(app, `${app.deployment('prod').origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'token=x',
      })
      expect(answer.status).toBe(404)
    }
  })
})
