import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcileUniqueValues } from '../../src/database/accounts/reconcileUniqueValues.ts'
import { after } from '../../src/platform/clock.ts'
import { ownersOf, raceForAccount, raceForAddress, raceForName } from '../fixtures/races.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'

/* Of many who want one thing at once, one has it. */

const count = 1000
const rounds = Array.from(
  { length: Number(process.env['GATEHOUSE_TEST_ROUNDS'] ?? 1) },
  (_, index) => index,
)
let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 2, settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

/** Expects one player to have a value, by the player's row and by `taken`. */
async function expectOneOwner(kind: 'username' | 'email' | 'steam', value: string) {
  const { rows, lookUps } = await ownersOf(app, kind, value)
  expect(rows).toHaveLength(1)
  expect(lookUps).toEqual(rows)
}

it.each(rounds)(
  'a thousand registrations of one name on two servers have one winner, round %d (B80)',
  async (round) => {
    const outcomes = await raceForName(app, `Wanted${round}`, count)
    expect(outcomes).toEqual({ won: 1, ERROR_USERNAME_EXIST: count - 1 })
    await expectOneOwner('username', `wanted${round}`)
  },
)

it.each(rounds)(
  'a thousand registrations of one address on two servers have one winner, by their links, round %d (B81)',
  async (round) => {
    const address = `wanted${round}@site.test`
    const { registered, confirmed } = await raceForAddress(app, address, count)
    expect(registered).toEqual({ won: count })
    expect(confirmed).toEqual({ won: 1, ERROR_EMAIL_EXIST: count - 1 })
    await expectOneOwner('email', address)
  },
)

it.each(rounds)(
  'a thousand players who link one account on two servers have one winner, round %d (B82)',
  async (round) => {
    const account = String(76_561_198_000_000_777n + BigInt(round))
    const outcomes = await raceForAccount(app, account, count)
    expect(outcomes).toEqual({ won: 1, taken: count - 1 })
    await expectOneOwner('steam', account)
  },
)

it('the races leave no unique value without its player', async () => {
  const later = after(app.clock.now(), 7200)
  const { kysely } = app.services.database
  expect(await reconcileUniqueValues(kysely, 'local', later)).toMatchObject({
    orphaned: 0,
    missing: 0,
  })
})
