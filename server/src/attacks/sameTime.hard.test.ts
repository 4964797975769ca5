import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmedPlayer, registerForm } from '../testing/samplePlayers.ts'
import { startApp, type TestApp } from '../testing/startApp.ts'

/* How long an answer takes must not say who has an account. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    nodes: 1,
    settings: { LIMITS: 'off' },
    deployments: { sandbox: { enumerationProtection: 'strict' } },
  })
  await confirmedPlayer(app, registerForm({ Username: 'Known' }), 'sandbox')
})
afterAll(() => app.close())

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Two-sided p of the Mann-Whitney test, by its normal approximation. */
function likeness(one: readonly number[], other: readonly number[]): number {
  let u = 0
  for (const a of one) for (const b of other) u += a < b ? 1 : a === b ? 0.5 : 0
  const [m, n] = [one.length, other.length]
  const z = Math.abs(u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12)
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (2 * polynomial * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

async function milliseconds(url: string, payload: object): Promise<number> {
  const visitor = app.visitor('sandbox')
  const from = performance.now()
  await visitor.send({ method: 'POST', url, payload })
  return performance.now() - from
}

const asked = (UsernameOrEmail: string) => ({ UsernameOrEmail, ClientId: '', RedirectUrl: '' })

describe('two hundred answers about a player and two hundred about nobody', () => {
  it.each([
    [
      'A01',
      '/api/log/identify',
      { ...asked('Known'), Token: '' },
      { ...asked('Nobody'), Token: '' },
    ],
    [
      'A05',
      '/api/password/password-recovery',
      { email: 'known@site.test' },
      { email: 'nobody@site.test' },
    ],
  ])('%s take the same time: %s', { timeout: 120_000 }, async (_, url, known, unknown) => {
    const times: [number[], number[]] = [[], []]
    for (let count = 0; count < 200; count += 1) {
      times[0].push(await milliseconds(url, known))
      times[1].push(await milliseconds(url, unknown))
    }
    expect(Math.abs(median(times[0]) - median(times[1]))).toBeLessThan(5)
    expect(likeness(...times)).toBeGreaterThan(0.01)
  })
})
