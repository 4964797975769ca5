import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    '203.0.113.9:4711',
    '203.0.113.999',
    '203.0.113',
    'abcd',
    'ab:cd',
    '"203.0.113.9"',
    '[2001:db8::1]',
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
