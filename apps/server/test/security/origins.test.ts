import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    deployments: { sandbox: { AccountApiUrl: 'http://api.sandbox.localhost:4000/api' } },
  })
})
afterAll(() => app.close())

const preflight = (origin: string, host: string) =>
  app.app.inject({
    method: 'OPTIONS',
    url: '/api/log/log-in',
    headers: {
      host,
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key',
    },
  })
const corsOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))
const originOf = (name: DeploymentName) => app.deployment(name).origin

describe('a preflight', () => {
  it('gets an answer for the origin of its own portal alone, on each host of the account API (L17)', async () => {
    const own = await preflight(originOf('sandbox'), 'api.sandbox.localhost:4000')
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([
      200,
      originOf('sandbox'),
    ])
    const here = await preflight(originOf('sandbox'), app.deployment('sandbox').host)
    expect(here.statusCode).toBe(200)
    for (const origin of [
      originOf('prod'),
      originOf('local'),
      'https://evil.test',
      'null',
      originOf('sandbox').toUpperCase(),
      `${originOf('sandbox')}.evil.test`,
    ]) {
      for (const host of ['api.sandbox.localhost:4000', app.deployment('sandbox').host]) {
        const answer = await preflight(origin, host)
        expect([origin, answer.statusCode, corsOf(answer.headers)]).toEqual([origin, 403, []])
      }
    }
  })

  it('promises nothing that the call would not keep: another studio reads no answer (L17)', async () => {
    const { apiKey, host } = app.deployment('sandbox')
    for (const origin of [originOf('prod'), 'https://evil.test']) {
      for (const key of [apiKey, app.deployment('prod').apiKey]) {
        const answer = await app.visitor('sandbox').send({
          method: 'GET',
          url: '/api/cookie',
          headers: { host, origin, 'x-api-key': key },
        })
        expect(corsOf(answer.headers)).toEqual([])
      }
    }
  })
})

describe('an answer', () => {
  it('says that it differs by origin, asked with one or without, good or refused (L18)', async () => {
    const key = app.deployment('local').apiKey
    const requests = [
      ['GET', '/api/cookie', { 'x-api-key': key }],
      ['GET', '/api/cookie', { 'x-api-key': 'no key' }],
      ['GET', '/api/cookie', { 'x-api-key': key, origin: originOf('local') }],
      ['OPTIONS', '/api/cookie', { origin: 'https://evil.test' }],
      ['GET', '/api/no/such/call', {}],
      ['GET', '/api/%', {}],
      ['GET', '/api/openapi.json', {}],
      ['POST', '/api/log/log-in', { 'content-type': 'application/json' }],
      ['GET', '/runtime-configuration/current/environment.json', {}],
      ['GET', '/oidc/.well-known/openid-configuration', {}],
      ['GET', '/oidc/jwks', { origin: 'https://evil.test' }],
      ['GET', '/no/such/page', { accept: 'text/html' }],
    ] as const
    for (const [method, url, headers] of requests) {
      const answer = await app.visitor().send({ method, url, headers })
      const fields = String(answer.headers['vary'])
        .split(/\s*,\s*/)
        .map((field) => field.toLowerCase())
      expect([url, fields.filter((field) => field === 'origin')]).toEqual([url, ['origin']])
    }
  })
})
