import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeErasureLog } from '../../../maintenance/erasureLog.ts'
import { seed } from '../../../../samples/seed.ts'
import { closeServices, openServices, type Services } from '../../../services.ts'
import { readSettings } from '../../../platform/config/readSettings.ts'
import { copyOfTemplate } from '../../../../test/fixtures/freshDatabase.ts'
import { gatehouse } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { databaseUrl } from '../../../../test/fixtures/citusDatabase.ts'

/* The commands of docs/operations/run.md, Backups, as an operator types them. */

const run = promisify(execFile)

let folder: string
const drops: (() => Promise<void>)[] = []
const opened: Services[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-backup-'))
})
afterAll(async () => {
  for (const services of opened) await closeServices(services)
  for (const drop of drops.toReversed()) await drop()
  await rm(folder, { recursive: true })
})

async function open(url: string): Promise<Services> {
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: folder,
    ERASURE_LOG_FILE: join(folder, 'journal.ndjson'),
    LOG_LEVEL: 'silent',
    ARGON2_MEMORY_KIB: '8',
    ARGON2_PASSES: '1',
    DEPLOYMENTS_DIR: new URL('../../../../../../deploy/samples', import.meta.url).pathname,
  }
  const services = await openServices(readSettings(environment), environment)
  opened.push(services)
  return services
}

it('a dump that is restored elsewhere is complete, except for players erased since (N04)', async () => {
  const { url: before, drop } = await copyOfTemplate()
  drops.push(drop)
  const services = await open(before)
  await seed(services)
  const dump = join(folder, 'gatehouse.dump')
  await run('pg_dump', ['--format=custom', `--file=${dump}`, before])
  await gatehouse({ services }, 'players erase PlayerTwo --deployment local --why asked')
  expect(await writeErasureLog(services)).toBe(1)

  const after = databaseUrl(before, 'gatehouse_restored')
  await run('createdb', [`--maintenance-db=${before}`, 'gatehouse_restored'])
  drops.push(async () => {
    await run('dropdb', [
      '--force',
      `--maintenance-db=${databaseUrl(before, 'postgres')}`,
      'gatehouse_restored',
    ])
  })
  await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${after}`, dump])
  const restored = { services: await open(after) }
  const show = async (name: string) =>
    (await gatehouse(restored, `players show ${name} --deployment local`)).exitCode
  expect([await show('PlayerOne'), await show('PlayerTwo')]).toEqual([0, 0])
  const journal = join(folder, 'journal.ndjson')
  expect(
    (await gatehouse(restored, `restored --journal ${journal} --why restored`)).output,
  ).toMatch(/Erased again: 1\./)
  expect([await show('PlayerOne'), await show('PlayerTwo')]).toEqual([0, 1])
})
