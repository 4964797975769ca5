import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyOfTemplate } from '../../../test/fixtures/freshDatabase.ts'
import { type Step, statements } from '../migrations/statements.ts'
import { migrations } from './migrate.ts'
import { openPatiently } from './openDatabase.ts'
import { type BlockedStep, runMigrations } from './runMigrations.ts'
import type { Tables } from './tables.ts'

/* Only PostgreSQL has others at work meanwhile. */

let copy: { readonly url: string; readonly drop: () => Promise<void> }
let kysely: Kysely<Tables>
let others: Client

beforeEach(async () => {
  copy = await copyOfTemplate()
  kysely = openPatiently(copy.url, 2)
  others = new Client({ connectionString: copy.url, application_name: 'dump' })
  others.on('error', () => undefined)
  await others.connect()
})
afterEach(async () => {
  await others.end()
  await kysely.destroy()
  await copy.drop()
})

const index = { name: 'players_by_nickname', table: 'players', of: '(nickname)', isUnique: true }
const added: Readonly<Record<string, Step>> = {
  '9001-nicknames': statements('alter table players add column nickname text'),
  '9002-players-by-nickname': { index },
}

it('waits for an open read a moment at a time, so that no request waits long behind it (T73)', async () => {
  await others.query('begin')
  await others.query('select count(*) from players')
  const blocked: BlockedStep[] = []
  const done = new AbortController()
  const migrating = runMigrations(kysely, {
    steps: { ...migrations, ...added },
    isEmbedded: false,
    onBlocked: (step) => blocked.push(step),
  }).finally(() => done.abort())
  const requests = openPatiently(copy.url)
  // Behind a step that waits on, a request would wait for the commit below, and so for ever.
  while (blocked.length < 3 && !done.signal.aborted) {
    await sql`select count(*) from players`.execute(requests)
  }
  await requests.destroy()
  expect(blocked[0]).toEqual({
    step: '9001-nicknames',
    tries: 1,
    holders: expect.arrayContaining([expect.stringMatching(/^dump \(\d+\)$/)]),
  })
  await others.query('commit')
  expect(await migrating).toEqual(Object.keys(added))
})

it('makes an index beside an open write, and makes an invalid one again (T76)', async () => {
  await runMigrations(kysely, {
    steps: { ...migrations, '9001-nicknames': added['9001-nicknames'] as Step },
    isEmbedded: false,
  })
  const player = (name: string) =>
    others.query(`insert into players (deployment, username, email, created_at, nickname)
      values ('local', '${name}', '${name}', now(), 'same')`)
  await player('A')
  await player('B')
  const run = () => runMigrations(kysely, { steps: { ...migrations, ...added }, isEmbedded: false })
  await expect(run()).rejects.toThrow('could not create unique index')
  await others.query(`update players set nickname = username`)
  await others.query('begin')
  await player('C')
  const making = run()
  // It waits for the open write, and other writes do not wait for it.
  const beside = openPatiently(copy.url)
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
  const second = openPatiently(copy.url, 2)
  const run = (on: Kysely<Tables>) =>
    runMigrations(on, { steps: { ...migrations, ...added }, isEmbedded: false })
  const done = await Promise.all([run(kysely), run(second)])
  await second.destroy()
  expect(done.flat()).toEqual(Object.keys(added))
})
