import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'

let fresh: FreshDatabase

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

it('a change of players is heard, and not that somebody reads or logs in', async () => {
  const { kysely, onChange } = fresh.database
  let heard = 0
  onChange(() => (heard += 1))
  await kysely.selectFrom('players').select('id').execute()
  await kysely.deleteFrom('attempts').execute()
  expect(heard).toBe(0)
  await kysely.updateTable('players').set({ titles: '' }).where('id', '=', 0).execute()
  await kysely.deleteFrom('sessions').where('id', '=', 0).execute()
  expect(heard).toBe(2)
})

it('a change within a transaction is heard by its end, when others see it', async () => {
  const { kysely, onChange } = fresh.database
  let heard = 0
  onChange(() => (heard += 1))
  await kysely.transaction().execute(async (transaction) => {
    await transaction.updateTable('players').set({ titles: '' }).where('id', '=', 0).execute()
  })
  // The embedded database lets nobody else read meanwhile: there the change itself is enough.
  expect(heard).toBeGreaterThanOrEqual(process.env['GATEHOUSE_TEST_NODES'] === undefined ? 1 : 2)
})
