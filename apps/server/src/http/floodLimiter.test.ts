import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../platform/config/settings.ts'
import { floodCosts } from './floodLimiter.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { logInForm } from '../../test/fixtures/testVisitor.ts'

const address = '198.51.100.4'

let app: TestApp

beforeAll(async () => {
  // Each server has its own counters.
  app = await startApp({ nodes: 1 })
})
beforeEach(() => app.clock.advance(limits.flood.seconds))
afterAll(() => app.close())

const file = (ip = address) => app.visitor('local', ip).send({ method: 'GET', url: '/healthz' })
const logIn = (ip = address) =>
  app.visitor('local', ip).send({
    method: 'POST',
    url: '/api/log/log-in',
    payload: logInForm({ UsernameOrEmail: 'nobody', Password: 'Correct7Horses' }),
  })

describe('the flood limit', () => {
  it('counts what requests cost: few hashes spend as much as many files (T57)', async () => {
    const hashes = limits.flood.max / floodCosts.hash
    const answers: number[] = []
    for (let sent = 0; sent < hashes; sent += 1) answers.push((await logIn()).statusCode)
    expect(answers).not.toContain(429)
    // All that the address may spend is spent, at whatever price.
    for (const refused of [await logIn(), await file()]) {
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe(String(limits.flood.seconds))
    }
  })

  it('refuses a dear request earlier than a cheap one, and leaves other addresses alone (T57)', async () => {
    for (let sent = 0; sent < limits.flood.max - 1; sent += 1) await file()
    expect((await logIn()).statusCode).toBe(429)
    expect((await file()).statusCode).toBe(200)
    expect((await file()).statusCode).toBe(429)
    expect((await file('198.51.100.5')).statusCode).toBe(200)
    app.clock.advance(limits.flood.seconds)
    expect((await file()).statusCode).toBe(200)
  })

  it('counts unknown addresses too, and a network of IPv6 as one (T57)', async () => {
    for (let sent = 0; sent < limits.flood.max; sent += 1) {
      const ip = `2001:db8:0:7::${sent.toString(16)}`
      await app.visitor('local', ip).send({ method: 'GET', url: '/api/nothing' })
    }
    expect((await file('2001:db8:0:7::ffff')).statusCode).toBe(429)
    expect((await file('2001:db8:0:8::1')).statusCode).toBe(200)
  })

  it('is spent by no page of another site for its visitor', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    const foreign = () =>
      app.visitor('local', address).send({ method: 'GET', url: '/healthz', headers })
    for (let sent = 0; sent < limits.flood.max; sent += 1) await foreign()
    expect((await foreign()).statusCode).toBe(429)
    expect((await file()).statusCode).toBe(200)
  })
})
