import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/platform/crypto/secrets.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* The duration of an answer must not reveal whether an account exists. */

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

async function milliseconds(visitor: TestVisitor, options: InjectOptions): Promise<number> {
  const from = performance.now()
  await visitor.send(options)
  return performance.now() - from
}

const post = (url: string, payload: object) =>
  milliseconds(app.visitor('sandbox'), { method: 'POST', url, payload })

/** A measurable difference between two kinds of answers; empty when they are alike. */
function differenceOf([one, other]: readonly [readonly number[], readonly number[]]): object {
  const apart = Math.abs(median(one) - median(other))
  const p = likeness(one, other)
  return apart < 5 && p > 0.01 ? {} : { apart, p }
}

/**
 * A difference in two measurements of two: at this p, chance alone shows one in a hundred of them.
 */
async function repeatedDifference(
  take: () => Promise<readonly [number[], number[]]>,
): Promise<object> {
  const first = differenceOf(await take())
  return Object.keys(first).length === 0 ? first : differenceOf(await take())
}

/** Times of two kinds of requests with an alternating order: an answer warms the next one. */
async function timesOf(
  count: number,
  ask: (index: 0 | 1, round: number) => Promise<number>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const index of order) times[index].push(await ask(index, round))
  }
  return times
}

const asked = (UsernameOrEmail: string) => ({ UsernameOrEmail, ClientId: '', RedirectUrl: '' })

describe('two hundred answers about a player and two hundred about a missing one', () => {
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
  ])('take the same time (%s): %s', async (_, url, known, unknown) => {
    const take = () => timesOf(200, (index) => post(url, index === 0 ? known : unknown))
    expect(await repeatedDifference(take)).toEqual({})
  })
})

it('two hundred random access keys and ten used ones are answered in the same time (A10)', async () => {
  const used = Array.from({ length: 10 }, () => crypto.randomUUID())
  const now = app.clock.now()
  const rows = used.map((key) => ({
    deployment: 'sandbox',
    value_hash: hashOf(key),
    created_at: now,
    used_at: now,
  }))
  await app.services.database.kysely.insertInto('access_keys').values(rows).execute()
  const url = '/api/accesskey/validate'
  const take = () =>
    timesOf(200, (index, round) =>
      post(url, { Value: index === 0 ? (used[round % 10] ?? '') : crypto.randomUUID() }),
    )
  expect(await repeatedDifference(take)).toEqual({})
})

it('a player’s id and an unknown id are refused in the same time (A12)', async () => {
  const other = await signedInPlayer(app, registerForm({ Username: 'Other' }), 'sandbox')
  const { Id_User: known } = await other.readToken()
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Curious' }), 'sandbox')
  const take = () =>
    timesOf(200, async (index, round) => {
      const id = index === 0 ? known : known + 100_000 + round
      const took = await milliseconds(visitor, { method: 'GET', url: `/api/profile/user/${id}` })
      expect(visitor.last?.statusCode).toBe(400)
      return took
    })
  expect(await repeatedDifference(take)).toEqual({})
})

describe('two hundred flows about a player and two hundred about an unknown name have the same bytes and take the same time (A17)', () => {
  let count = 0

  /** Compares the answers of one call, which a new number keeps apart from one another. */
  async function compare(
    visitor: TestVisitor,
    url: string,
    payloadOf: (index: 0 | 1, number: number) => object,
  ) {
    const bodies: [Set<string>, Set<string>] = [new Set(), new Set()]
    const take = () =>
      timesOf(200, async (index) => {
        count += 1
        const payload = payloadOf(index, count)
        const took = await milliseconds(visitor, { method: 'POST', url, payload })
        const { statusCode, body = '' } = visitor.last ?? {}
        bodies[index].add(`${statusCode} ${body.replace(/"Id_User":\d+/, '"Id_User":0')}`)
        return took
      })
    const difference = await repeatedDifference(take)
    return { difference, answers: new Set([...bodies[0], ...bodies[1]]).size }
  }
  const alike = { difference: {}, answers: 1 }

  it('a registration, and the log-in by its name (A13, A17)', async () => {
    const named = { 0: new Array<string>(), 1: new Array<string>() }
    const visitor = app.visitor('sandbox')
    const registered = await compare(visitor, '/api/register/new-user', (index, number) => {
      const Username = `Probe${number}`
      named[index].push(Username)
      const Email = index === 0 ? 'known@site.test' : `free${number}@site.test`
      return registerForm({ Username, Email })
    })
    expect(registered).toEqual(alike)
    const loggedIn = await compare(visitor, '/api/log/log-in', (index, number) =>
      logInForm({
        UsernameOrEmail: named[index][number % 200] ?? '',
        Password: samplePassword,
      }),
    )
    expect(loggedIn).toEqual(alike)
  })

  it('a change of address (A14, A17)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Mover' }), 'sandbox')
    const { Id_User: userId } = await visitor.readToken()
    const changed = await compare(
      visitor,
      `/api/profile/user/${userId}/update-email`,
      (index, number) => {
        const Email = index === 0 ? 'known@site.test' : `moved${number}@site.test`
        return { Email, ConfirmEmail: Email }
      },
    )
    expect(changed).toEqual(alike)
  })

  it('a wrong password (A15, A17)', async () => {
    const guessed = await compare(app.visitor('sandbox'), '/api/log/log-in', (index, number) =>
      logInForm({
        UsernameOrEmail: index === 0 ? 'Known' : `Nobody${number}`,
        Password: 'wrong-1',
      }),
    )
    expect(guessed).toEqual(alike)
  })

  it('the identification of a partner’s player (A16, A17)', async () => {
    await partnerPlayer(app, 'sandbox', 'Pat')
    const identified = await compare(app.visitor('sandbox'), '/api/log/identify', (index) => ({
      ...asked(index === 0 ? 'pat@relic.test' : 'pit@relic.test'),
      Token: '',
    }))
    expect(identified).toEqual(alike)
  })
})
