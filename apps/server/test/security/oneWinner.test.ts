import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcileUniqueValues } from '../../src/database/accounts/reconcileUniqueValues.ts'
import { after } from '../../src/platform/clock.ts'
import { ownersOf, raceForAccount, raceForAddress, raceForName } from '../fixtures/races.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'

/* Of many who want one thing at once, one has it. oneWinner.hard.test.ts does it with a thousand. */

const count = 120
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

it('a hundred and twenty registrations of one name on two servers have one winner (B80)', async () => {
  const outcomes = await raceForName(app, 'Wanted', count)
  expect(outcomes).toEqual({ won: 1, ERROR_USERNAME_EXIST: count - 1 })
  await expectOneOwner('username', 'wanted')
})

it('a hundred and twenty registrations of one address on two servers have one winner, by their links (B81)', async () => {
  const { registered, confirmed } = await raceForAddress(app, 'wanted@site.test', count)
  expect(registered).toEqual({ won: count })
  expect(confirmed).toEqual({ won: 1, ERROR_EMAIL_EXIST: count - 1 })
  await expectOneOwner('email', 'wanted@site.test')
})

it('a hundred and twenty players who link one account on two servers have one winner (B82)', async () => {
  const outcomes = await raceForAccount(app, '76561198000000777', count)
  expect(outcomes).toEqual({ won: 1, taken: count - 1 })
  await expectOneOwner('steam', '76561198000000777')
})

it('the races leave no unique value without its player', async () => {
  const later = after(app.clock.now(), 7200)
  const { kysely } = app.services.database
  expect(await reconcileUniqueValues(kysely, 'local', later)).toMatchObject({
    orphaned: 0,
    missing: 0,
  })
})
