import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrateUpTo } from '../../../test/fixtures/migrateUpTo.ts'
import { freshDatabase } from '../../../test/fixtures/freshDatabase.ts'

const day = (number: number) => `timestamptz '2026-05-0${number} 12:00:00+00'`

it('what was erased and withdrawn before the migration gets its number by its time, what comes later by its order (T63)', async () => {
  const fresh = await freshDatabase()
  const { kysely } = fresh.database
  const run = (text: string) => sql.raw(text).execute(kysely)
  await run('drop schema public cascade')
  await run('create schema public')
  await migrateUpTo(fresh.database, (name) => name < '0026-withdrawals')
  const consent = (player: number, accepted: boolean, at: string) =>
    run(`insert into consents (deployment, player_id, subject, accepted, text_version, ip, at)
      values ('local', ${player}, 'newsletter 1', ${accepted}, '1', '', ${at})`)
  await run(`insert into players (deployment, username, email, created_at, deleted_at)
    values ('local', '', '', ${day(1)}, ${day(4)}), ('local', 'Ada', 'a@b', ${day(1)}, null)`)
  await consent(2, true, day(2))
  await consent(2, false, day(3))

  await fresh.database.migrate()
  await consent(2, true, day(5))
  await consent(2, false, day(6))
  // By a server whose clock is days behind.
  await run(`update players set deleted_at = ${day(2)} where id = 2`)
  await run(`update players set username = '' where id = 2`)
  const rows = await kysely.selectFrom('withdrawals').selectAll().orderBy('seq').execute()
  expect(rows.map(({ player_id: id, what, consent_id: of }) => [id, what, of])).toEqual([
    [2, 'newsletter 1', 2],
    [1, 'erased', null],
    [2, 'newsletter 1', 4],
    [2, 'erased', null],
  ])
  await fresh.drop()
})
