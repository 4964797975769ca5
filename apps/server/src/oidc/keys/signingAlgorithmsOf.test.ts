import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  configurationOf,
  entryOf,
  inventory,
  sendTo,
  signInBy,
} from '../../../test/fixtures/apiClients.ts'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import { generateSigningKey, rotateSigningKeys } from './signingKeys.ts'

const day = 86_400
const curve = entryOf('curve', { idTokenSignedResponseAlg: 'ES256' })
const edwards = entryOf('edwards', {
  idTokenSignedResponseAlg: 'EdDSA',
  resources: { [inventory]: ['inventory:read'] },
})
const resources = [
  { identifier: inventory, scopes: ['inventory:read'], signingAlg: 'ES256' as const },
]

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor

beforeAll(async () => {
  const clients = [...sampleClients, curve, edwards]
  app = await startApp({
    deployments: { local: { resources, clients } },
    // The production's, and not the pool of the tests.
    makeKey: generateSigningKey,
    nodes: 2,
  })
  pass = shareClock(app.clock)
  pass(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function published(): Promise<JSONWebKeySet> {
  const answer = await sendTo(app, 'http://localhost:4000/oidc/jwks')
  return (await answer.json()) as JSONWebKeySet
}

async function algorithms(): Promise<string[]> {
  return (await published()).keys.map(({ alg }) => alg ?? '').toSorted()
}

function by(clientId: string, alg: string) {
  const secret = openid.ClientSecretBasic(`sample-${clientId}-secret`)
  return configurationOf(app, clientId, secret, { id_token_signed_response_alg: alg })
}

describe('a deployment with several algorithms', () => {
  it('has one key of each that is in use, and none besides (O66)', async () => {
    expect(await algorithms()).toEqual(['ES256', 'EdDSA', 'RS256'])
    const { keys } = await published()
    expect(keys.every((key) => !('d' in key))).toBe(true)
    const answer = await app.visitor('prod').send({ method: 'GET', url: '/oidc/jwks' })
    expect(JSON.parse(answer.body)).toMatchObject({ keys: [{ alg: 'RS256' }] })
  })

  it('signs each client’s ID tokens and each API’s tokens as its entry says (O66)', async () => {
    for (const [clientId, alg] of [
      ['curve', 'ES256'],
      ['edwards', 'EdDSA'],
    ] as const) {
      const { id_token: token = '', claims } = await signInBy(app, await by(clientId, alg), ada)
      expect(decodeProtectedHeader(token).alg).toBe(alg)
      expect(typeof claims).toBe('function')
      await jwtVerify(token, createLocalJWKSet(await published()), { audience: clientId })
    }
    const { access_token: token } = await signInBy(app, await by('edwards', 'EdDSA'), ada, {
      asked: { scope: 'openid inventory:read', resource: inventory },
      exchanged: { resource: inventory },
    })
    expect(decodeProtectedHeader(token).alg).toBe('ES256')
    await jwtVerify(token, createLocalJWKSet(await published()), { typ: 'at+jwt' })
    const { idToken } = await new TestSite(app).signIn(ada)
    expect(decodeProtectedHeader(idToken).alg).toBe('RS256')
  })

  it('changes all its keys, a day ahead or at once, and lists them (O67)', async () => {
    const { exitCode, output } = await gatehouse(app, 'keys list --deployment local --json')
    expect(exitCode).toBe(0)
    expect(output).toMatch(/EdDSA/)
    await rotateSigningKeys(app.services, 'local')
    pass(61)
    expect(await algorithms()).toEqual(['ES256', 'ES256', 'EdDSA', 'EdDSA', 'RS256', 'RS256'])
    const configuration = await by('curve', 'ES256')
    const kid = async () =>
      decodeProtectedHeader((await signInBy(app, configuration, ada)).id_token ?? '').kid
    const before = await kid()
    pass(day + 61)
    ada = await signedInPlayer(app, registerForm({ Username: 'Ada2' }))
    expect(await kid()).not.toBe(before)
    pass(day)
    await runMaintenance(app.services)
    pass(61)
    expect(await algorithms()).toEqual(['ES256', 'EdDSA', 'RS256'])
    pass(91 * day)
    await runMaintenance(app.services)
    await runMaintenance(app.services)
    pass(61)
    expect(await algorithms()).toEqual(['ES256', 'ES256', 'EdDSA', 'EdDSA', 'RS256', 'RS256'])
    await rotateSigningKeys(app.services, 'local', { atOnce: true })
    pass(61)
    expect(await algorithms()).toEqual(['ES256', 'EdDSA', 'RS256'])
  })

  it('takes an ID token of a curve’s key that is gone as a hint (O67)', async () => {
    const bea = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const configuration = await by('curve', 'ES256')
    const { id_token: token = '' } = await signInBy(app, configuration, bea)
    await rotateSigningKeys(app.services, 'local', { atOnce: true })
    pass(61)
    const address = openid.buildEndSessionUrl(configuration, { id_token_hint: token })
    const { statusCode, body } = await bea.send({
      method: 'GET',
      url: `${address.pathname}${address.search}`,
      headers: { accept: 'text/html' },
    })
    expect(statusCode).toBe(200)
    expect(body).toMatch(/isAutomatic<dd>true/)
  })
})
