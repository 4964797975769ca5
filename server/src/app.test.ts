import { callNames, calls } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmedPlayer, registerForm, signedInPlayer } from './testing/samplePlayers.ts'
import { startApp, type TestApp } from './testing/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Every call as a request that reaches its row. */
const requests = callNames.map((name) => {
  const { method, path, caller } = calls[name]
  const filled = path.replace(/\{(\w+)\}/g, '1')
  return { name, method, caller, url: path.startsWith('/') ? path : `/api/${filled}` }
})

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH', url: string) =>
  app.visitor().send({ method, url })

async function statusOnForeignHost(url: string): Promise<number> {
  const headers = { host: 'evil.test' }
  return (await app.visitor().send({ method: 'GET', url, headers })).statusCode
}

const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.visitor().send({
    method: 'POST',
    url: '/api/log/identify',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

const preflight = (origin: string) =>
  // As browsers send it: without key, cookie or bearer.
  app.app.inject({
    method: 'OPTIONS',
    url: '/api/log/identify',
    headers: {
      host: 'localhost:4000',
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,authorization,content-type',
    },
  })

const allowedOrigin = async (origin: string) => {
  const response = await app.visitor().send({
    method: 'GET',
    url: '/api/cookie',
    headers: { origin },
  })
  return response.headers['access-control-allow-origin']
}

describe('the key', () => {
  it('AT-API-01 R-7.1-1 X01 is asked by every call but the configuration', async () => {
    const keys = ['', 'wrong', 'sample-local-key ', 'sample-local-key, sample-local-key']
    for (const { method, url, caller } of requests) {
      if (caller === 'anyone') continue
      for (const key of keys) {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' }
        const response = await app.visitor().send({ method, url, headers, payload: '{' })
        expect([url, key, response.statusCode, response.body]).toEqual([url, key, 401, '{}'])
      }
    }
    expect((await app.visitor().send({ method: 'GET', url: '/api/cookie' })).statusCode).toBe(200)
  })
})

describe('the bearer', () => {
  it('AT-API-02 R-6.1-8 R-7.1-2 X02 is asked by every call of a player', async () => {
    const players = requests.filter(({ caller }) => caller === 'player')
    expect(players.length).toBeGreaterThan(20)
    const bearers = ['', 'Bearer', 'Bearer x', `Bearer 0.${'A'.repeat(43)}`, 'Basic YTpi']
    for (const { method, url } of players) {
      for (const authorization of bearers) {
        const response = await app.visitor().send({
          method,
          url,
          headers: authorization === '' ? {} : { authorization },
          ...(method === 'POST' ? { payload: {} } : {}),
        })
        expect([url, response.statusCode, response.body]).toEqual([url, 401, '{}'])
        expect(response.headers['www-authenticate']).toBe('Bearer')
      }
    }
  })

  it('F15 is read from one header in one spelling', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const { bearer } = ada
    const status = async (authorization: string | string[]) => {
      const headers = { authorization: authorization as string }
      return (await ada.send({ method: 'GET', url: '/api/profile/connects', headers })).statusCode
    }
    expect(await status(`Bearer ${bearer}`)).toBe(200)
    for (const variant of [`bearer ${bearer}`, `Bearer  ${bearer}`, `${bearer}`, 'Bearer ']) {
      expect(await status(variant)).toBe(401)
    }
    expect(await status(`Bearer ${'x'.repeat(8000)}`)).toBe(401)
  })

  it('M-14 F11 is worth nothing in another deployment', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    const bea = app.visitor()
    await bea.logIn('Bea', form.Password)
    const headers = { 'x-api-key': app.deployment('prod').apiKey }
    const response = await bea.send({ method: 'GET', url: '/api/profile/connects', headers })
    expect(response.statusCode).toBe(401)
  })
})

describe('what reaches no call', () => {
  it('X03 J11 another method is 405 and names the right one', async () => {
    for (const { method, url } of requests) {
      for (const other of ['PUT', 'DELETE', 'PATCH', 'HEAD'] as const) {
        const response = await send(other, url)
        expect([url, response.statusCode, response.headers.allow]).toEqual([url, 405, method])
      }
    }
    const overridden = await app.visitor().send({
      method: 'POST',
      url: '/api/cookie',
      headers: { 'x-http-method-override': 'GET' },
    })
    expect(overridden.statusCode).toBe(405)
  })

  it('an unknown path is 404 with an empty body', async () => {
    for (const url of ['/api/nothing', '/api', '/api/token', '/api/log/user/1/nothing']) {
      const response = await send('GET', url)
      expect([url, response.statusCode, response.body]).toEqual([url, 404, '{}'])
    }
  })

  it('D01 a host that is none of ours is 421, but for the checks of an operator', async () => {
    expect(await statusOnForeignHost('/api/cookie')).toBe(421)
    expect(await statusOnForeignHost('/runtime-configuration/current/environment.json')).toBe(421)
    expect(await statusOnForeignHost('/healthz')).toBe(200)
  })
})

describe('a body', () => {
  it('X04 K01 of another type, character set or coding is 415', async () => {
    const body = '{"UsernameOrEmail":"a"}'
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json;charset=utf-16',
    ]) {
      expect((await post(body, { 'content-type': type })).statusCode).toBe(415)
    }
    expect((await post(body, { 'content-encoding': 'gzip' })).statusCode).toBe(415)
  })

  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '1',
    '{"a":',
    '{} {}',
    '{"a":NaN}',
    '// x\n{}',
    '\ufeff{}',
    `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`,
    JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, n]))),
  ])('X05 X06 that is no modest JSON object is INVALID_REQUEST: %s', async (body) => {
    const response = await post(body)
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { ErrorMessages: [{ Property: '', ErrorMessage: 'INVALID_REQUEST' }] },
    ])
  })

  it('X05 X06 that is not UTF-8 or too large is refused', async () => {
    expect((await post(Buffer.from('{"a":"\xff"}', 'latin1'))).statusCode).toBe(400)
    expect((await post(JSON.stringify({ a: 'x'.repeat(65_537) }))).statusCode).toBe(413)
  })

  it('X12 may have fields that nobody knows, and prototypes are no way in', async () => {
    const response = await post('{"UsernameOrEmail":"","__proto__":{"x":1},"constructor":1}')
    expect(response.json()).toEqual({
      ErrorMessages: [{ Property: 'UsernameOrEmail', ErrorMessage: 'ERROR_USERNAME_EMPTY' }],
    })
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('a query', () => {
  it.each(['client_id=a&client_id=b', 'client_id=%zz', 'client_id=%'])('X13 %s', async (query) => {
    const url = `/api/token/verify?${query}`
    const response = await app.visitor().send({ method: 'GET', url })
    expect(response.json()).toEqual({
      ErrorMessages: [{ Property: '', ErrorMessage: 'INVALID_REQUEST' }],
    })
  })

  it('X09 X13 hidden characters are the field’s own fault', async () => {
    const url = '/api/token/verify?client_id=%00&access_token=x'
    const response = await app.visitor().send({ method: 'GET', url })
    expect(response.json()).toEqual({
      ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_TOKEN_INVALID' }],
    })
  })
})

describe('another origin', () => {
  it('AT-API-18 R-7.1-1 is let in when it is a portal’s, with key and bearer', async () => {
    const allowed = await preflight('http://prod.localhost:4000')
    expect(allowed.statusCode).toBe(200)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'http://prod.localhost:4000',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    expect(allowed.headers['access-control-allow-headers']).toMatch(/x-api-key, authorization/)
    for (const origin of ['https://evil.io', 'null', 'http://prod.localhost:4000.evil.io']) {
      const refused = await preflight(origin)
      expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([
        403,
        undefined,
      ])
    }
  })

  it('reads the answers of its own deployment alone', async () => {
    expect(await allowedOrigin('http://localhost:4000')).toBe('http://localhost:4000')
    expect(await allowedOrigin('http://prod.localhost:4000')).toBeUndefined()
  })
})

describe('operators', () => {
  it('see that it lives, that it is ready, and how it does', async () => {
    expect((await send('GET', '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await send('GET', '/readyz')).json()).toEqual({ status: 'ok' })
    await send('GET', '/api/cookie')
    const { body } = await send('GET', '/metrics')
    expect(body).toMatch(/gatehouse_requests_total\{call="listCookies",status="200"\} \d+/)
    expect(body).toMatch(/gatehouse_hashes_waiting 0/)
  })

  it('read every call in the documentation', async () => {
    const response = await app.visitor().send({ method: 'GET', url: '/api/openapi.json' })
    const { openapi, paths } = response.json<{
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }>()
    const documented = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(openapi).toBe('3.1.0')
    expect(documented.toSorted()).toEqual([...callNames].toSorted())
    const page = await app.visitor().send({ method: 'GET', url: '/api/docs/' })
    expect(page.headers['content-type']).toMatch('text/html')
  })
})
