import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { type Database, openPostgres, overPglite } from '../database/open.ts'
import { Jobs } from '../jobs.ts'
import { openOutbox } from '../mail/outbox.ts'

/** Where a test finds the migrated database that it copies. */
export type Template =
  | { readonly kind: 'pglite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly name: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** Makes the template once a run: a file with an embedded database, or a database of a server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return process.env['GATEHOUSE_TEST_DATABASE'] === 'postgres'
    ? setUpPostgres(project)
    : setUpEmbedded(project)
}

async function setUpEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-template-'))
  const file = join(folder, 'template.tar')
  const pglite = await PGlite.create()
  const database = overPglite(pglite)
  await fill(database)
  const dump = await pglite.dumpDataDir('none')
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  await database.close()
  project.provide('template', { kind: 'pglite', file })
  return () => rm(folder, { recursive: true })
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['GATEHOUSE_TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('GATEHOUSE_TEST_POSTGRES_URL is not set.')
  const name = `gatehouse_template_${process.pid}`
  const client = new Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  const database = openPostgres(databaseUrl(url, name), 2)
  await fill(database)
  await database.close()
  project.provide('template', { kind: 'postgres', url, name })
  return async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}

async function fill(database: Database): Promise<void> {
  await database.migrate()
  const log = pino({ level: 'silent' })
  const jobs = await Jobs.open(database, log)
  await openOutbox({ jobs, mailer: null, key: [Buffer.alloc(32)], log, domain: 'test' })
  await jobs.stop()
}

/** The address of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}
