import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { leavesNoTrace } from '../fixtures/crashes/leavesNoTrace.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'
import { TestSite } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Attacks with the tokens of a session. */

const connects = '/api/profile/connects'
const deadRefresh = ['ERROR_TOKEN_INVALID_REFRESH@']
const deadToken = { status: 400, items: ['ERROR_TOKEN_INVALID@'] }

let app: TestApp
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { prod: { AccountUrl: 'https://account.prod.test' } },
  })
})
beforeEach(async () => {
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(() => app.close())

async function refreshOf(visitor: TestVisitor) {
  const { Value, Refresh } = await visitor.readToken()
  return { query: { access_token: Value, refresh_token: Refresh, client_id: '' } }
}

const verify = (access_token: string, visitor = app.visitor()) =>
  visitor.refused('verifyToken', { query: { access_token, client_id: '' } })
const statusOf = async (visitor: TestVisitor, authorization = `Bearer ${visitor.bearer}`) =>
  (await visitor.send({ method: 'GET', url: connects, headers: { authorization } })).statusCode

/** Another browser of the same player. */
async function elsewhere(): Promise<TestVisitor> {
  const visitor = app.visitor()
  await visitor.logIn(`Ada${count}`, samplePassword)
  return visitor
}

it('a refresh with a foreign access token, client or key is refused (F06)', async () => {
  const { query } = await refreshOf(ada)
  const mal = await signedInPlayer(app, registerForm({ Username: `Mal${count}` }))
  const hers = mal.bearer ?? ''
  const tries = [
    { ...query, access_token: hers },
    { ...query, client_id: 'community' },
    { ...query, access_token: `${query.access_token}A` },
  ]
  await leavesNoTrace(app, tries.length, async () => {
    for (const changed of tries) {
      expect((await ada.refused('refreshToken', { query: changed })).items).toEqual(deadRefresh)
    }
  })
  // With the key of another deployment, on its host, and with every cookie under its name there.
  const there = app.visitor('prod')
  const secret = ada.jar.get('sso_session') ?? ''
  there.jar.set('sso_session', secret).set('__Host-sso_session', secret)
  expect((await there.refused('refreshToken', { query })).items).toEqual(deadRefresh)
  // A session that a client opened is not refreshed without the client's name.
  const ofSite = app.visitor()
  const body = logInForm({
    UsernameOrEmail: `Ada${count}`,
    Password: samplePassword,
    ClientId: 'community',
  })
  ofSite.identity = (await ofSite.call('logIn', { body })).Created
  const { Value, Refresh } = await ofSite.readToken()
  const url = `/api/token/refresh?access_token=${Value}&refresh_token=${Refresh}`
  const response = await ofSite.send({ method: 'GET', url })
  expect([response.statusCode, response.body]).toEqual([
    400,
    expect.stringContaining('ERROR_TOKEN_INVALID_REFRESH'),
  ])
  expect((await ada.call('refreshToken', { query })).AccessToken).not.toBe('')
})

it('a token that is cut, longer, changed, expired, revoked or foreign is invalid (F07)', async () => {
  const { Value } = await ada.readToken()
  const folded = Value === Value.toLowerCase() ? Value.toUpperCase() : Value.toLowerCase()
  const spoilt = ['', ' ', Value.slice(0, -1), Value.slice(1), `${Value}A`, ` ${Value}`, folded]
  for (const token of spoilt) expect([token, await verify(token)]).toEqual([token, deadToken])
  expect(await verify(Value, app.visitor('prod'))).toEqual(deadToken)
  const query = { access_token: Value, client_id: '' }
  expect(await app.visitor().call('verifyToken', { query })).toEqual({ ExpiresIn: 3600 })
  const other = await elsewhere()
  const { Id_User: userId } = await ada.readToken()
  await ada.call('logOut', { path: { userId }, body: {} })
  expect(await verify(Value)).toEqual(deadToken)
  const late = other.bearer ?? ''
  app.clock.advance(3600)
  expect(await verify(late)).toEqual(deadToken)
})

it('a JWT is never a bearer, whatever its signature (F08)', async () => {
  const { Id_User } = await ada.readToken()
  const claims = { sub: String(Id_User), iss: 'http://localhost:4000/oidc' }
  const secret = new TextEncoder().encode('x'.repeat(32))
  const signedWith = (header: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(secret)
  const { idToken } = await new TestSite(app).signIn(ada)
  const [header = '', payload = ''] = idToken.split('.')
  const tokens = [
    new UnsecuredJWT(claims).encode(),
    await signedWith({}),
    await signedWith({ kid: '../../../../dev/null' }),
    await signedWith({ jku: 'https://evil.test/jwks.json' }),
    `${btoa('{"alg":"HS256","b64":false,"crit":["b64"]}')}.${payload}.x`,
    `${header}.${payload}.`,
    // Even an ID token of our own OpenID provider opens nothing in the account API.
    idToken,
  ]
  for (const token of tokens) {
    expect([token, await statusOf(app.visitor(), `Bearer ${token}`)]).toEqual([token, 401])
    const { status, items } = await verify(token)
    expect([status, items[0]?.split('@')[0]]).toEqual([400, expect.stringMatching(/INVALID/)])
    const query = { access_token: token, refresh_token: token, client_id: '' }
    expect((await ada.refused('refreshToken', { query })).status).toBe(400)
  }
})

it('a token of one deployment is invalid on another’s host and with another’s key (F11)', async () => {
  const deployments: readonly DeploymentName[] = ['prod', 'sandbox', 'relic', 'two-point-studios']
  for (const name of deployments) {
    const there = app.visitor(name)
    there.bearer = ada.bearer
    const own = await there.send({ method: 'GET', url: connects })
    expect([name, own.statusCode, own.headers['www-authenticate']]).toEqual([name, 401, 'Bearer'])
    const headers = { 'x-api-key': ada.deployment.apiKey }
    expect((await there.send({ method: 'GET', url: connects, headers })).statusCode).toBe(401)
  }
  expect(await statusOf(ada)).toBe(200)
})

it('the server itself ends a session at its ExprireAt (F13)', async () => {
  const { ExprireAt } = await ada.readToken()
  const day = 24 * 3600
  for (let days = 1; days < 30; days += 1) {
    app.clock.advance(day)
    await ada.readToken()
  }
  expect(await statusOf(ada)).toBe(200)
  app.clock.advance((new Date(ExprireAt).getTime() - app.clock.now().getTime()) / 1000)
  expect(await statusOf(ada)).toBe(401)
  expect(await ada.readToken()).toMatchObject({ Validated: false, Value: '' })
})

describe('a bearer (F15)', () => {
  it('is read in its one header and its one spelling only', async () => {
    const bearer = ada.bearer ?? ''
    expect(await statusOf(ada)).toBe(200)
    const spellings = [
      `bearer ${bearer}`,
      `BEARER ${bearer}`,
      `Bearer  ${bearer}`,
      `Bearer\t${bearer}`,
      `Bearer ${bearer}, Bearer ${bearer}`,
      `Token ${bearer}`,
      bearer,
      `Bearer ${'x'.repeat(8000)}`,
    ]
    for (const given of spellings) expect([given, await statusOf(ada, given)]).toEqual([given, 401])
    const visitor = app.visitor()
    for (const name of ['access_token', 'token', 'authorization']) {
      const url = `${connects}?${name}=${bearer}`
      expect((await visitor.send({ method: 'GET', url })).statusCode).toBe(401)
      const headers = { cookie: `${name}=${bearer}` }
      expect((await visitor.send({ method: 'GET', url: connects, headers })).statusCode).toBe(401)
      const payload = { [name]: bearer }
      const posted = await visitor.send({ method: 'POST', url: '/api/twitch/unlink', payload })
      expect(posted.statusCode).toBe(401)
    }
  })

  it('is refused on the wire when it is doubled, folded or broken by line ends', async () => {
    const server = await createApp(app.services)
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const own = `Authorization: Bearer ${ada.bearer}`
    const other = 'Authorization: Bearer 0.x'
    const status = async (...headers: readonly string[]) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        [
          `GET ${connects} HTTP/1.1`,
          `Host: ${ada.deployment.host}`,
          `x-api-key: ${ada.deployment.apiKey}`,
          'Connection: close',
          ...headers,
          '',
          '',
        ].join('\r\n'),
      )
      let answer = ''
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      await once(socket, 'close')
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    }
    expect(await status(own)).toBe(200)
    expect(await status(own, own)).toBe(401)
    expect(await status(own, other)).toBe(401)
    expect(await status(other, own)).toBe(401)
    expect(await status(`Authorization: Bearer ${'x'.repeat(8192)}`)).toBe(401)
    expect(await status(`Authorization: Bearer ${'x'.repeat(20_000)}`)).toBe(431)
    expect(await status('Authorization: Bearer', ` ${ada.bearer}`)).toBe(400)
    expect(await status(`Authorization: Bearer \r${ada.bearer}`)).toBe(400)
    expect(await status(`Authorization: Bearer ${ada.bearer}\0`)).toBe(400)
    await server.close()
  })
})
