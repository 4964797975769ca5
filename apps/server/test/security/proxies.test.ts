import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { mountHealth } from '../../src/http/operatorApp.ts'
import { confirmedPlayer, registerForm, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/*
 * The headers with which a proxy in front describes the visitor, and those that a visitor forges.
 */

const trusted = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }
let app: TestApp
let hearing: TestApp

beforeAll(async () => {
  app = await startApp({ settings: trusted })
  hearing = await startApp({
    beside: app,
    settings: { ...trusted, TRUST_FORWARDED_HOST: 'on' },
  })
  await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  await hearing.close()
  await app.close()
})

const logInFrom = (proxy: string, forwardedFor: string) =>
  app.visitor('local', proxy).send({
    method: 'POST',
    url: '/api/log/log-in',
    headers: { 'x-forwarded-for': forwardedFor },
    payload: logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword }),
  })

describe('the address that a trusted proxy names', () => {
  it.each([
    'garbage',
    'unknown',
    '203.0.113.9, garbage',
    'garbage, 10.0.0.1',
    '203.0.113.999',
    '203.0.113.9:',
    '203.0.113.9:port',
    '203.0.113.9:4711:1',
    '203.0.113.999:80',
    '203.0.113',
    'abcd',
    'ab:cd',
    '"203.0.113.9"',
    '[2001:db8::1',
    '[203.0.113.9]x',
    '[unknown]:80',
    "' or true --",
  ])('is refused as a bad request when it cannot be read: %s (L19)', async (forwardedFor) => {
    const answer = await logInFrom('127.0.0.1', forwardedFor)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { ErrorMessages: [{ Property: '', ErrorMessage: 'INVALID_REQUEST' }] },
    ])
    expect(app.logged.join('')).not.toContain('request.internal_error')
  })

  it.each([
    '203.0.113.9',
    'garbage, 203.0.113.9',
    '203.0.113.9, 10.0.0.1',
    '2001:db8::1',
    '::ffff:203.0.113.9',
    '',
  ])('counts when its right-most part can be read: "%s" (L19)', async (forwardedFor) => {
    expect((await logInFrom('127.0.0.1', forwardedFor)).statusCode).toBe(200)
  })

  it.each([
    ['203.0.113.7:51008', '203.0.113.7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:51008', '2001:db8::7'],
    ['[::ffff:203.0.113.7]:51008', '203.0.113.7'],
    ['  203.0.113.7:51008 , 10.0.0.1:443', '203.0.113.7'],
    ['198.51.100.1, [2001:db8::7]:51008,10.0.0.1', '2001:db8::7'],
    ['unknown, 203.0.113.7:51008', '203.0.113.7'],
  ])('is read with its port and brackets: %s is %s', async (forwardedFor, address) => {
    expect((await logInFrom('127.0.0.1', forwardedFor)).statusCode).toBe(200)
    const line = app.logged.findLast((each) => each.includes('"event":"login.succeeded"'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ ip: address })
  })

  it('is not heard from anybody else (L19)', async () => {
    expect((await logInFrom('198.51.100.4', 'garbage')).statusCode).toBe(200)
  })
})

const studioAt = async (on: TestApp, ip: string, headers: Record<string, string>) => {
  const answer = await on.visitor('local', ip).send({
    method: 'GET',
    url: '/runtime-configuration/current/environment.json',
    headers,
  })
  const { Value } = answer.json<{ Value: string | { AccountApiKey: string } }>()
  const value = typeof Value === 'string' ? (JSON.parse(Value) as typeof Value) : Value
  return (value as { AccountApiKey: string }).AccountApiKey
}
const named = () => ({ 'x-forwarded-host': app.deployment('prod').host })

describe('the host that a proxy names', () => {
  it('is not heard from a trusted proxy that only passes a visitor’s header on (L20)', async () => {
    expect(await studioAt(app, '127.0.0.1', named())).toBe('sample-local-key')
    const unknown = await app.visitor('local', '127.0.0.1').send({
      method: 'GET',
      url: '/api/cookie',
      headers: { 'x-forwarded-host': 'evil.test' },
    })
    expect(unknown.statusCode).toBe(200)
    const unreadable = await app.visitor('local', '127.0.0.1').send({
      method: 'GET',
      url: '/%',
      headers: { accept: 'text/html', 'x-forwarded-host': 'evil.test' },
    })
    expect(unreadable.statusCode).toBe(400)
  })

  it('is heard from a trusted proxy alone where the setting says so (L20)', async () => {
    expect(await studioAt(hearing, '127.0.0.1', named())).toBe('sample-prod-key')
    expect(await studioAt(hearing, '198.51.100.4', named())).toBe('sample-local-key')
  })
})

/** What a sender may write for the host `name`, and what becomes of it. */
const hostForms: readonly (readonly [string, (name: string) => string, number])[] = [
  ['as it is', (name) => name, 200],
  ['with the port of https', (name) => `${name}:443`, 200],
  ['with the port of http', (name) => `${name}:80`, 200],
  ['with no port behind the colon', (name) => `${name}:`, 200],
  ['with a dot at the end', (name) => `${name}.`, 200],
  ['with a dot and a port', (name) => `${name}.:443`, 200],
  ['in capitals', (name) => name.toUpperCase(), 200],
  ['in capitals, with a dot and a port', (name) => `${name.toUpperCase()}.:443`, 200],
  ['with another port', (name) => `${name}:8443`, 421],
  ['with two dots', (name) => `${name}..`, 421],
  ['with a name behind it', (name) => `${name}.evil.test`, 421],
  ['with two ports', (name) => `${name}:443:443`, 421],
]

describe('a host', () => {
  let games: TestApp
  const host = 'account.games.test'
  const prod = { AccountUrl: `https://${host}`, AccountApiUrl: `https://${host}/api` }
  beforeAll(async () => {
    games = await startApp({
      settings: { ...trusted, TRUST_FORWARDED_HOST: 'on' },
      deployments: { prod },
    })
  })
  afterAll(() => games.close())

  it.each(hostForms)('%s means the same portal, with its headers', async (_, written, status) => {
    const key = games.deployment('prod').apiKey
    const asked = [
      { url: '/runtime-configuration/current/environment.json', headers: {} },
      { url: '/oidc/.well-known/openid-configuration', headers: {} },
      { url: '/api/cookie', headers: { 'x-api-key': key } },
    ]
    const seen: Record<string, unknown>[] = []
    for (const { url, headers } of asked) {
      for (const given of [
        { host: written(host) },
        { host: 'inside', 'x-forwarded-host': written(host) },
        { host: 'inside', 'x-forwarded-host': `evil.test, ${written(host)}` },
      ]) {
        const answer = await games.app.inject({
          method: 'GET',
          url,
          headers: { ...headers, ...given },
          remoteAddress: '127.0.0.1',
        })
        expect([url, given, answer.statusCode]).toEqual([url, given, status])
        seen.push({ ...answer.headers, body: url.startsWith('/oidc') ? answer.body : '' })
      }
    }
    const isKnown = status === 200
    const isSecure = seen.map((each) => Object.hasOwn(each, 'strict-transport-security'))
    expect(new Set(isSecure)).toEqual(new Set([isKnown]))
    const bodies = seen.map(({ body }) => String(body)).join('')
    expect(bodies.includes(`"issuer":"${prod.AccountUrl}/oidc"`)).toBe(isKnown)
    expect(bodies).not.toMatch(/:443|:80|games\.test\.|GAMES/)
  })
})

describe('HEAD', () => {
  it.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/docs',
    '/api/openapi.json',
    '/.well-known/change-password',
    '/.well-known/passkey-endpoints',
    '/.well-known/oauth-authorization-server/oidc',
    '/oidc/.well-known/openid-configuration',
    '/oidc/jwks',
    '/unknown',
  ])('%s answers as GET does, without a body', async (url) => {
    const headers = { host: app.deployment('local').host }
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => app.app.inject({ method, url, headers })),
    )
    const seen = (answer: typeof get) => [answer?.statusCode, answer?.headers['content-type']]
    expect(seen(head)).toEqual(seen(get))
    expect([head?.body, get?.statusCode]).toEqual(['', get?.statusCode])
  })

  it('/readyz says that the database is away, at the port of operators too', async () => {
    const { database } = app.services
    const readiness = { describe: () => Promise.resolve('database unreachable') }
    const away = { ...app.services, database: { ...database, readiness } as typeof database }
    const players = await createApp(away)
    const operators = Fastify()
    mountHealth(operators, away)
    for (const on of [players, operators]) {
      for (const method of ['GET', 'HEAD'] as const) {
        expect((await on.inject({ method, url: '/readyz' })).statusCode).toBe(503)
      }
      await on.close()
    }
  })
})
