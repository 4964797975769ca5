import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../database/connection/migrate.ts'
import { openDatabase } from '../../database/connection/openDatabase.ts'
import type { Step } from '../../database/migrations/statements.ts'
import { migrateUpTo } from '../../../test/fixtures/migrateUpTo.ts'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import { ServerEnvironment } from '../../../test/fixtures/processes/serverEnvironment.ts'
import { readSettings } from '../../platform/config/settings.ts'

const known: Readonly<Record<string, Step>> = migrations
let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open({ isEmpty: true })
})
afterEach(() => bench.close())

const run = (line: string) => gatehouse(null, line, { environment: bench.environment })
const open = () => openDatabase(readSettings(bench.environment))

/** The database of an installation that knows some of the steps. */
async function madeUpTo(isWanted: (name: string) => boolean): Promise<void> {
  const database = await open()
  await migrateUpTo(database, isWanted)
  await database.close()
}

it('takes the old keys away by its order alone, with a reason and an entry in the audit log', async () => {
  await madeUpTo((name) => known[name]?.contract !== true)
  expect((await run('migrate --why release')).output).toBe(
    'The database is of this version. When no server of the version before runs any more, and you will not go back: gatehouse migrate --contract.\n',
  )
  const { output: planned } = await run('migrate --contract --plan')
  expect(planned).toMatch(
    /0045-indexes-by-player: .*\n(?:.*\n)*0052-sessions-key: sessions \(ACCESS EXCLUSIVE: reads and writes wait\)\n/,
  )
  expect((await run('migrate --contract')).exitCode).not.toBe(0)
  const { output, exitCode } = await run('migrate --contract --why "all are new"')
  expect([exitCode, output]).toEqual([
    0,
    expect.stringMatching(
      /^Migrated: 0045-indexes-by-player, .*\. Servers of the version before do not start on it any more\. Restart the servers one after the other\.\n$/,
    ),
  ])
  expect((await run('migrate --contract --why again')).output).toBe(
    'The database is of this version.\n',
  )
  const database = await open()
  const { rows } = await sql`select command, why, details ->> 'contract' as contract
    from audit_log`.execute(database.kysely)
  await database.close()
  expect(rows).toEqual([{ command: 'migrate', why: 'all are new', contract: 'true' }])
})

it('refuses the contract of a database that lacks the first half', async () => {
  await madeUpTo((name) => name < '0040')
  for (const line of ['migrate --contract --why early', 'migrate --contract --plan']) {
    const { exitCode, errors } = await run(line)
    expect([exitCode, errors]).toEqual([
      1,
      expect.stringMatching(/^The database lacks \d+ steps of this version, the first is 0040-/),
    ])
  }
})

it('makes both halves of an empty database at once', async () => {
  const { environment } = bench
  expect(await jsonOutputOf(null, 'migrate --why new', { environment })).toMatchObject({
    contracted: true,
  })
})
