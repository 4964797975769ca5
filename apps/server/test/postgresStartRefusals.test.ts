import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyOfTemplate } from './fixtures/freshDatabase.ts'
import { refusedOpening } from './fixtures/processes/refusedOpening.ts'

const role = 'gatehouse_refused'
let folder: string
let server: Client
let database: Awaited<ReturnType<typeof copyOfTemplate>>
/** The file of PostgreSQL that says who logs in how, and its content before. */
let access: string
let before: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-refused-'))
  database = await copyOfTemplate()
  const template = inject('template')
  if (template.kind !== 'postgres') throw new Error('This file needs PostgreSQL.')
  server = new Client(template.url)
  await server.connect()
  await server.query(`drop role if exists ${role}`)
  await server.query(`create role ${role} login password 'the right one'`)
  const { rows } = await server.query<{ hba_file: string }>('show hba_file')
  access = rows[0]?.hba_file ?? ''
  before = await readFile(access, 'utf8')
  await writeFile(access, `host all ${role} 127.0.0.1/32 scram-sha-256\n${before}`)
  await server.query('select pg_reload_conf()')
})
afterAll(async () => {
  await writeFile(access, before)
  await server.query('select pg_reload_conf()')
  await server.query(`drop role ${role}`)
  await server.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The message of a server whose address of PostgreSQL is changed. */
function refused(change: (url: URL) => void): Promise<string> {
  const url = new URL(database.url)
  change(url)
  return refusedOpening({ DATA_DIR: folder, DATABASE_URL: url.href })
}

describe('a start that PostgreSQL refuses', () => {
  it('names a wrong password, and shows neither it nor the right one (N11)', async () => {
    const sentence = await refused((url) => {
      url.username = role
      url.password = 'the wrong one'
    })
    expect(sentence).toMatch(
      /^DATABASE_URL: password authentication failed for user "gatehouse_refused"; check user and password\.$/,
    )
    expect(await refused((url) => (url.username = role))).toBe(
      'DATABASE_URL: PostgreSQL asks for a password, and none is set; check user and password.',
    )
  })

  it('names an unknown user, and a database that is not there (N11)', async () => {
    expect(await refused((url) => (url.username = 'nobody_at_all'))).toBe(
      'DATABASE_URL: role "nobody_at_all" does not exist; check user and password.',
    )
    expect(await refused((url) => (url.pathname = '/not_made_yet'))).toBe(
      'DATABASE_URL: database "not_made_yet" does not exist; make it, owned by this user.',
    )
  })

  it('names the encoding of an empty database that does not keep every letter (N11)', async () => {
    const name = 'gatehouse_without_letters'
    await server.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C' owner ${role}`,
    )
    try {
      const sentence = await refused((url) => {
        url.username = role
        url.password = 'the right one'
        url.pathname = `/${name}`
      })
      expect(sentence).toMatch(
        /^DATABASE_URL: the database has the encoding SQL_ASCII, .* --encoding=UTF8 /,
      )
    } finally {
      await server.query(`drop database ${name}`)
    }
  })

  it('names a database that another user owns (N11)', async () => {
    const name = 'gatehouse_of_another'
    await server.query(`create database ${name}`)
    try {
      const sentence = await refused((url) => {
        url.username = role
        url.password = 'the right one'
        url.pathname = `/${name}`
      })
      expect(sentence).toMatch(
        /^DATABASE_URL: permission denied.*; make this user the owner of the database\.$/,
      )
    } finally {
      await server.query(`drop database ${name}`)
    }
  })
})
