import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareDataFolder } from '../../../test/fixtures/embeddedTemplate.ts'
import { type Database, openEmbedded } from './openDatabase.ts'

let disk: string
let database: Database

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'gatehouse-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'gatehouse-full', disk])
  await prepareDataFolder(disk)
  database = await openEmbedded(disk)
})
afterAll(async () => {
  await database.close()
  execFileSync('umount', [disk])
  await rm(disk, { recursive: true })
})

const write = () =>
  sql`insert into email_rules (deployment, domain, kind)
    select 'local', repeat(gen_random_uuid()::text, 6) || n, 'allowed'
    from generate_series(1, 4000) as n`.execute(database.kysely)

/** Fills the disk to its last page. */
async function fill(): Promise<void> {
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) await appendFile(join(disk, 'ballast'), Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

it('an embedded database whose disk is full answers reads and says so, until there is room', async () => {
  await write()
  expect(await database.readiness.ask()).toBe('ready')
  await fill()
  await expect(write()).rejects.toThrow('No space left on device')
  expect(await database.readiness.ask()).toBe('disk full')
  await sql`select count(*) from players`.execute(database.kysely)
  await truncate(join(disk, 'ballast'), 0)
  await expect.poll(() => database.readiness.ask()).toBe('ready')
  await write()
})
