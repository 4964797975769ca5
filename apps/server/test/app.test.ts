import { clientCallNames } from '@gatehouse/contract/calls/clients'
import { callNames } from '@gatehouse/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmedPlayer, registerForm, signedInPlayer } from './fixtures/samples/samplePlayers.ts'
import { watchWrites } from '../src/maintenance/runMaintenance.ts'
import { type DeploymentName, startApp, type TestApp } from './fixtures/startApp.ts'
import { logInForm } from './fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = (method: 'GET', url: string) => app.visitor().send({ method, url })

async function statusOnForeignHost(url: string): Promise<number> {
  const headers = { host: 'evil.test' }
  return (await app.visitor().send({ method: 'GET', url, headers })).statusCode
}

const preflight = (name: DeploymentName, origin: string) =>
  // Browsers send a preflight without key, cookie or bearer.
  app.app.inject({
    method: 'OPTIONS',
    url: '/api/log/identify',
    headers: {
      host: app.deployment(name).host,
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

describe('the bearer', () => {
  it('is read from one header in one spelling (F15)', async () => {
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

  it('is refused in another deployment (F11, M-14)', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    const bea = app.visitor()
    await bea.logIn('Bea', form.Password)
    const headers = { 'x-api-key': app.deployment('prod').apiKey }
    const response = await bea.send({ method: 'GET', url: '/api/profile/connects', headers })
    expect(response.statusCode).toBe(401)
  })
})

describe('a request outside the calls', () => {
  it('gets 404 with an empty body on an unknown path', async () => {
    for (const url of ['/api/nothing', '/api', '/api/token', '/api/log/user/1/nothing']) {
      const response = await send('GET', url)
      expect([url, response.statusCode, response.body]).toEqual([url, 404, '{}'])
    }
  })

  it('gets 421 on a foreign host, except for the health check (D01)', async () => {
    expect(await statusOnForeignHost('/api/cookie')).toBe(421)
    expect(await statusOnForeignHost('/runtime-configuration/current/environment.json')).toBe(421)
    expect(await statusOnForeignHost('/healthz')).toBe(200)
  })
})

describe('another origin', () => {
  it('is allowed with key and bearer when it is that of the portal alone (AT-API-18, R-7.1-1)', async () => {
    const portal = 'http://prod.localhost:4000'
    const allowed = await preflight('prod', portal)
    expect(allowed.statusCode).toBe(200)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': portal,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    expect(allowed.headers['access-control-allow-headers']).toMatch(/x-api-key, authorization/)
    const others = ['https://evil.io', 'null', `${portal}.evil.io`, 'http://localhost:4000']
    for (const origin of others) {
      const refused = await preflight('prod', origin)
      expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([
        403,
        undefined,
      ])
    }
  })

  it('reads the answers of its own deployment only', async () => {
    expect(await allowedOrigin('http://localhost:4000')).toBe('http://localhost:4000')
    expect(await allowedOrigin('http://prod.localhost:4000')).toBeUndefined()
  })
})

describe('an operator', () => {
  it('sees a server ready whose queues are stuck, because it answers its calls', async () => {
    const { jobs } = app.services
    const own = Object.assign(jobs, { stuckQueues: () => ['mail', 'account-events'] })
    expect((await send('GET', '/readyz')).json()).toEqual({ status: 'ok' })
    Reflect.deleteProperty(own, 'stuckQueues')
  })

  it('reads from readiness, metrics and log why the database takes no writes, while reads are answered', async () => {
    const own = await startApp({ nodes: 1 })
    const visitor = own.visitor()
    const read = (url: string) => visitor.send({ method: 'GET', url })
    const refusing = async () =>
      [...(await read('/metrics')).body.matchAll(/refuses_writes\{reason="(.*)"\} 1/g)].map(
        ([, reason]) => reason,
      )
    const lines = () => own.logged.filter((line) => line.includes('"event":"database.'))
    const { run } = watchWrites(own.services)
    const look = () => run(new AbortController().signal)
    await look()
    expect([await refusing(), lines()]).toEqual([[], []])
    const { kysely, readiness } = own.services.database
    const full = sql`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`
    await expect(full.execute(kysely)).rejects.toThrow('no space left')
    expect(readiness.refusal).toBe('disk full')
    const ready = await read('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'database takes no writes: disk full' },
    ])
    expect((await read('/api/cookie')).statusCode).toBe(200)
    await look()
    await look()
    expect(await refusing()).toEqual(['disk full'])
    expect(lines()).toEqual([
      expect.stringMatching(/"level":50.*"database.writes_refused","reason":"disk full"/),
    ])
    await own.close()
  })

  it('reads health, readiness and metrics', async () => {
    expect((await send('GET', '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await send('GET', '/readyz')).json()).toEqual({ status: 'ok' })
    await send('GET', '/api/cookie')
    const { body } = await send('GET', '/metrics')
    expect(body).toMatch(
      /gatehouse_requests_total\{call="listCookies",deployment="local",status="200"\} \d+/,
    )
    expect(body).toMatch(/gatehouse_hashes_waiting 0/)
    expect(body).toMatch(/gatehouse_job_oldest_seconds\{queue="mail"\} 0/)
    expect(body).toMatch(/gatehouse_jobs_waiting\{queue="mail"\} 0/)
  })

  it('finds requests refused under load in the metrics and not as log lines', async () => {
    const full = await startApp({
      settings: { HASHES_AT_ONCE: '1', HASHES_WAITING: '1' },
      nodes: 1,
    })
    const payload = logInForm({ UsernameOrEmail: 'nobody', Password: 'Correct7Horses' })
    const visitors = Array.from({ length: 9 }, (_, index) =>
      full.visitor('local', `203.0.113.${index}`),
    )
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.send({ method: 'POST', url: '/api/log/log-in', payload })),
    )
    const away = answers.filter(({ statusCode }) => statusCode === 503)
    expect(away.length).toBeGreaterThan(0)
    for (const answer of away) {
      expect(answer.json()).toMatchObject({
        ErrorMessages: [{ ErrorMessage: 'ERROR_UNAVAILABLE' }],
      })
      expect(answer.headers['retry-after']).toMatch(/^[1-5]$/)
      expect(answer.headers['x-request-id']).toMatch(/./)
    }
    const { body } = await full.visitor().send({ method: 'GET', url: '/metrics' })
    const counted = /gatehouse_requests_total\{call="logIn",deployment="local",status="503"\} (\d+)/
    expect(Number(counted.exec(body)?.[1])).toBe(away.length)
    expect(full.logged.filter((line) => line.includes('"statusCode":503'))).toEqual([])
    await full.close()
  })

  it('finds every call in the API documentation', async () => {
    const response = await app.visitor().send({ method: 'GET', url: '/api/openapi.json' })
    const { openapi, paths } = response.json<{
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }>()
    const documented = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(openapi).toBe('3.1.0')
    expect(documented.toSorted()).toEqual([...callNames, ...clientCallNames].toSorted())
    const page = await app.visitor().send({ method: 'GET', url: '/api/docs/' })
    expect(page.headers['content-type']).toMatch('text/html')
  })
})
