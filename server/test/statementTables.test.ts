import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { tables } from '../../scripts/statements/tables.mjs'
import { freshDatabase } from './fixtures/freshDatabase.ts'

it('every table of the database has a kind that says how its rows are found', async () => {
  const { database, drop } = await freshDatabase()
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public'`.execute(database.kysely)
  await drop()
  expect(Object.keys(tables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
