import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../database/migrations/migrations.ts'
import { openDatabase } from '../../../database/pool/openDatabase.ts'
import { gatehouse } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { ServerEnvironment } from '../../../../test/fixtures/processes/serverEnvironment.ts'
import { readSettings } from '../../../platform/config/readSettings.ts'

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open({ isEmpty: true })
})
afterEach(() => bench.close())

const run = (line: string) => gatehouse(null, line, { environment: bench.environment })

it('brings a database to this version once, with a reason and an entry in the audit log', async () => {
  expect((await run('migrate')).exitCode).not.toBe(0)
  expect((await run('migrate --why release')).output).toBe(
    `Migrated: ${Object.keys(migrations).join(', ')}.\n`,
  )
  expect((await run('migrate --why again')).output).toBe('The database is of this version.\n')
  const database = await openDatabase(readSettings(bench.environment))
  const { rows } = await sql`select command, why from audit_log`.execute(database.kysely)
  await database.close()
  expect(rows).toEqual([{ command: 'migrate', why: 'release' }])
})
