import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfTemplate, type OwnDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { type Database, openPostgres } from './openDatabase.ts'

let own: OwnDatabase
let database: Database
let admin: Client
let name: string

beforeAll(async () => {
  own = await copyOfTemplate()
  database = openPostgres(own.socketUrl, 2, { patience: 30 })
  admin = new Client(own.socketUrl)
  await admin.connect()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  name = rows[0]?.name ?? ''
})
afterAll(async () => {
  await admin.end()
  await database.close()
  await own.drop()
})

const write = () =>
  sql`insert into email_rules (deployment, domain, kind)
    values ('local', gen_random_uuid()::text, 'allowed')`.execute(database.kysely)
const setting = (value: string) =>
  admin.query(`alter database ${name} set default_transaction_read_only = ${value}`)

it('a database that is read-only for new connections is noticed by a refused write, although the connection that asks is older', async () => {
  expect(await database.readiness.ask()).toBe('ready')
  await setting('on')
  expect(await database.readiness.ask()).toBe('ready')
  await expect(write()).rejects.toThrow('read-only transaction')
  expect(database.readiness.refusal).toBe('read-only')
  expect(await database.readiness.ask()).toBe('read-only')
  expect(await database.readiness.ask()).toBe('read-only')
  await setting('off')
  // Each question is answered within 200 milliseconds, by what is known until then.
  await expect.poll(() => database.readiness.ask()).toBe('ready')
  expect(database.readiness.refusal).toBeNull()
  await write()
})

it('a read-only database is noticed without any write, by a connection that is new', async () => {
  await setting('on')
  const started = openPostgres(own.socketUrl, 1, { patience: 30 })
  expect(await started.readiness.ask()).toBe('read-only')
  await setting('off')
  expect(await started.readiness.ask()).toBe('ready')
  await started.close()
})
