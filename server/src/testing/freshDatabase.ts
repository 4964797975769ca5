import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, openPostgres, overPglite } from '../database/open.ts'
import { databaseUrl } from './template.ts'

/** A database that nobody has written to; `reopen` gives a second server's view of the same one. */
export interface FreshDatabase {
  readonly database: Database
  readonly reopen: () => Database
  readonly drop: () => Promise<void>
}

let count = 0

export async function freshDatabase(): Promise<FreshDatabase> {
  const template = inject('template')
  if (template.kind === 'pglite') {
    const loadDataDir = await openAsBlob(template.file)
    const pglite = await PGlite.create({ loadDataDir })
    const database = overPglite(pglite)
    // In truth the embedded database has room for one process alone.
    const reopen = () => ({ ...overPglite(pglite), close: () => Promise.resolve() })
    return { database, reopen, drop: () => database.close() }
  }
  const { url, drop } = await copyOfTemplate()
  const database = openPostgres(url, 5)
  return {
    database,
    reopen: () => openPostgres(url, 5),
    async drop() {
      await database.close()
      await drop()
    },
  }
}

/** A copy of the template on the PostgreSQL server of this run: its address, and its end. */
export async function copyOfTemplate(): Promise<{
  readonly url: string
  readonly drop: () => Promise<void>
}> {
  const template = inject('template')
  if (template.kind !== 'postgres') throw new Error('This run is one on the embedded database.')
  count += 1
  const name = `gatehouse_test_${process.pid}_${count}`
  const client = new Client(template.url)
  await client.connect()
  await client.query(`create database ${name} template ${template.name}`)
  return {
    url: databaseUrl(template.url, name),
    async drop() {
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
  }
}
