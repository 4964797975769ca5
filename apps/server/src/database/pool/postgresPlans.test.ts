import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfTemplate, type OwnDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { after } from '../../platform/clock.ts'
import { countAttempt, readAttempt, refundAttempts } from '../auth/attempts.ts'
import { type Database, openPostgres } from './openDatabase.ts'

let own: OwnDatabase
let database: Database

beforeAll(async () => {
  own = await copyOfTemplate()
  database = openPostgres(own.socketUrl, 1, { patience: 30 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

it('a statement whose plan was kept while its table was empty finds its row by the key once the table is full', async () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const until = after(now, 3600)
  const one = ['wrongPasswords', 'player 1'] as const
  await sql`analyze attempts`.execute(database.kysely)
  // After five custom plans, PostgreSQL keeps a generic one.
  for (let times = 0; times < 8; times += 1) {
    await countAttempt(database, 'local', ...one, now, until)
    await refundAttempts(database, 'local', [one], 'one')
    expect(await readAttempt(database, 'local', one, now)).toMatchObject({ count: 0 })
  }
  const { rows } = await sql<Record<string, string>>`explain execute
    "refund-attempts" ('local', true, 'wrongPasswords', '\\x00')`.execute(database.kysely)
  const plan = rows.map((row) => Object.values(row)[0]).join('\n')
  expect(plan).toContain('Index Scan using attempts_pkey')
  expect(plan).not.toContain('Seq Scan')
})

it('a statement that has to read a whole table is not compiled for it', async () => {
  const { rows } = await sql<Record<string, string>>`explain analyze
    select count(*) from cookies`.execute(database.kysely)
  const plan = rows.map((row) => Object.values(row)[0]).join('\n')
  expect(plan).toMatch(/Execution Time/)
  expect(plan).not.toContain('JIT')
})
