import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { openForMigrations } from '../pool/openDatabase.ts'
import { type BlockedMigration, migrate } from './migrate.ts'
import { migrationOf, type Migrations, migrations as known } from './migrations.ts'
import type { Tables } from '../schema/rows.ts'

/* Only PostgreSQL has others at work meanwhile. */

let copy: { readonly url: string; readonly drop: () => Promise<void> }
let kysely: Kysely<Tables>
let others: Client

beforeEach(async () => {
  copy = await emptyDatabase()
  kysely = openForMigrations(copy.url, 2)
  await run(kysely, known)
  others = new Client({ connectionString: copy.url, application_name: 'dump' })
  others.on('error', () => undefined)
  await others.connect()
})
afterEach(async () => {
  await others.end()
  await kysely.destroy()
  await copy.drop()
})

const added: Migrations = {
  '9001-nicknames': migrationOf(['alter table players add column nickname text;']),
  '9002-players-by-nickname': migrationOf([
    'drop index concurrently if exists players_by_nickname;\ncreate unique index concurrently players_by_nickname on players (nickname);',
  ]),
}
const run = (on: Kysely<Tables>, migrations: Migrations = { ...known, ...added }) =>
  migrate(on, { migrations, isEmbedded: false })

it('waits for an open read a moment at a time, so that no request waits long behind it (T73)', async () => {
  await others.query('begin')
  await others.query('select count(*) from players')
  const blocked: BlockedMigration[] = []
  const done = new AbortController()
  const migrating = migrate(kysely, {
    migrations: { ...known, ...added },
    isEmbedded: false,
    onBlocked: (migration) => blocked.push(migration),
  }).finally(() => done.abort())
  const requests = openForMigrations(copy.url)
  // Behind a step that waits on, a request would wait for the commit below, and so for ever.
  while (blocked.length < 3 && !done.signal.aborted) {
    await sql`select count(*) from players`.execute(requests)
  }
  await requests.destroy()
  expect(blocked[0]).toEqual({
    migration: '9001-nicknames',
    tries: 1,
    holders: expect.arrayContaining([expect.stringMatching(/^dump \(\d+\)$/)]),
  })
  await others.query('commit')
  expect(await migrating).toEqual(Object.keys(added))
})

it('makes an index beside an open write, and makes an invalid one again (T76)', async () => {
  const { '9001-nicknames': nicknames = migrationOf([]) } = added
  await run(kysely, { ...known, '9001-nicknames': nicknames })
  const player = (name: string) =>
    others.query(`insert into players (deployment, username, email, created_at, nickname)
      values ('local', '${name}', '${name}', now(), 'same')`)
  await player('A')
  await player('B')
  await expect(run(kysely)).rejects.toThrow('could not create unique index')
  await others.query(`update players set nickname = username`)
  await others.query('begin')
  await player('C')
  const making = run(kysely)
  // It waits for the open write, and other writes do not wait for it.
  const beside = openForMigrations(copy.url)
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity
        where query like '%index concurrently%' and wait_event_type = 'Lock'`.execute(beside)
    ).rows.length
  await expect.poll(isWaiting).toBe(1)
  await sql`update players set nickname = 'other' where username = 'A'`.execute(beside)
  await beside.destroy()
  await others.query('commit')
  expect(await making).toEqual(['9002-players-by-nickname'])
  const { rows } = await sql`select from pg_index where not indisvalid`.execute(kysely)
  expect(rows).toEqual([])
})

it('lets one of two processes do the steps while the other waits', async () => {
  const second = openForMigrations(copy.url, 2)
  const done = await Promise.all([run(kysely), run(second)])
  await second.destroy()
  expect(done.flat()).toEqual(Object.keys(added))
})
