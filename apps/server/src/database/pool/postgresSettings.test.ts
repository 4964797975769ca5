import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { certificate } from '../../../test/fixtures/certificate.ts'
import { OwnPostgres } from '../../../test/fixtures/processes/ownPostgres.ts'
import { databaseUrl, onEach } from '../../../test/fixtures/citusDatabase.ts'
import { emptyDatabase, setOn } from '../../../test/fixtures/freshDatabase.ts'
import { refusedOpening } from '../../../test/fixtures/processes/refusedOpening.ts'
import { isThorough } from '../../../test/fixtures/isThorough.ts'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp } from '../../../test/fixtures/startApp.ts'
import { startRefusal } from '../errors/databaseRefusal.ts'
import { readSettings } from '../../platform/config/readSettings.ts'
import { closeServices, openServices } from '../../services.ts'
import { warnAboutCollation } from '../../deployments/startWarnings.ts'
import { openDatabase } from './openDatabase.ts'

/* What a role, a database or a server may be set to, on PostgreSQL alone. */

const DEPLOYMENTS_DIR = new URL('../../../../../deploy/samples', import.meta.url).pathname
const SESSION_KEY = Buffer.alloc(32, 7).toString('base64')

async function emptyWith(settings: Readonly<Record<string, string>>) {
  const { url, socketUrl, drop } = await emptyDatabase()
  onTestFinished(drop)
  await setOn(socketUrl, settings)
  const environment = { DATABASE_URL: url, SESSION_KEY, DEPLOYMENTS_DIR, LOG_LEVEL: 'silent' }
  return { url, socketUrl, environment }
}

/** Each is borne: the connections ask for their own, or it changes nothing of ours. */
const borne: readonly Readonly<Record<string, string>>[] = [
  { default_transaction_isolation: "'repeatable read'" },
  { default_transaction_isolation: "'serializable'", default_transaction_deferrable: 'on' },
  { DateStyle: "'German'", IntervalStyle: "'sql_standard'" },
  { DateStyle: "'SQL, DMY'", IntervalStyle: "'iso_8601'" },
  { TimeZone: "'Asia/Tokyo'" },
  { TimeZone: "'America/Los_Angeles'", bytea_output: "'escape'" },
  { standard_conforming_strings: 'off', backslash_quote: 'off', escape_string_warning: 'on' },
  { extra_float_digits: '-15', transform_null_equals: 'on', array_nulls: 'off' },
  { client_encoding: "'LATIN1'" },
  { statement_timeout: '1', lock_timeout: '1' },
  { idle_session_timeout: '500', idle_in_transaction_session_timeout: '10000' },
  { jit: 'on', jit_above_cost: '0', jit_inline_above_cost: '0', jit_optimize_above_cost: '0' },
  { search_path: '"$user", public, pg_catalog' },
  { row_security: 'off', quote_all_identifiers: 'on', xmloption: "'document'" },
  { plan_cache_mode: "'force_generic_plan'", work_mem: "'64kB'", from_collapse_limit: '1' },
]

/** By day a database has them all at once. */
const databases = isThorough ? borne : [Object.assign({}, ...borne) as Record<string, string>]

it.each(databases.map((settings) => [Object.keys(settings).join(', '), settings] as const))(
  'a database with its own %s is migrated, checked, started on and logged in at',
  async (_, settings) => {
    const { environment } = await emptyWith(settings)
    const migrated = await gatehouse(null, 'migrate --why trial', { environment })
    expect(migrated).toMatchObject({ exitCode: 0, errors: '' })
    await closeServices(await openServices(readSettings(environment), environment))
    expect(await gatehouse(null, 'check --database', { environment })).toMatchObject({
      exitCode: 0,
    })
    const app = await startApp({ database: settings, nodes: 1 })
    onTestFinished(() => app.close())
    await signedInPlayer(app, registerForm({ Username: 'PlayerOne', DateOfBirth: '1990-03-01' }))
    const visitor = app.visitor()
    await visitor.logIn('PlayerOne', samplePassword)
    const { Id_User: userId } = await visitor.readToken()
    const { CreatedAt } = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(new Date(CreatedAt)).toEqual(app.clock.now())
  },
)

/** Each is refused by its name. */
const refused: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [
    { search_path: "''" },
    /^DATABASE_URL: search_path is '""', and none of these schemas is there: alter role \w+ in database \w+ set search_path = public\.$/,
  ],
  [{ search_path: 'nowhere' }, /^DATABASE_URL: search_path is 'nowhere', and none of these/],
  [
    { idle_in_transaction_session_timeout: '50' },
    /^DATABASE_URL: idle_in_transaction_session_timeout is 50 ms, which ends transactions at work: alter role \w+ in database \w+ set idle_in_transaction_session_timeout = '10s', or 0\.$/,
  ],
  [
    { default_transaction_read_only: 'on' },
    /^DATABASE_URL: cannot execute CREATE TABLE in a read-only transaction; it takes no writes: name the primary, or take default_transaction_read_only off/,
  ],
]

it.each(refused)('a database with %o is refused by name', async (settings, sentence) => {
  const { environment } = await emptyWith(settings)
  expect(await refusedOpening(environment)).toMatch(sentence)
  const migrated = gatehouse(null, 'migrate --why trial', { environment })
  const said = migrated.then(({ errors }) => errors.trim(), startRefusal)
  expect(await said).toMatch(sentence)
})

it('a database of this version that takes no writes is refused in words', async () => {
  const { environment, socketUrl } = await emptyWith({})
  await gatehouse(null, 'migrate --why trial', { environment })
  await setOn(socketUrl, { default_transaction_read_only: 'on' })
  const { errors } = await gatehouse(null, 'check --database', { environment })
  expect(errors).toMatch(/^DATABASE_URL: it takes no writes: name the primary, or take default_/)
  expect(await refusedOpening(environment)).toMatch(
    /^DATABASE_URL: cannot execute INSERT in a read-only transaction; it takes no writes: /,
  )
})

it('a search path that leads away from the tables is refused, and makes no second ones', async () => {
  const { environment, socketUrl } = await emptyWith({})
  await gatehouse(null, 'migrate --why trial', { environment })
  await setOn(socketUrl, { search_path: 'pgboss, public' })
  for (const line of ['migrate --why trial', 'check --database']) {
    const { errors } = await gatehouse(null, line, { environment })
    expect(errors).toMatch(/which leads to pgboss, and the tables are in public: alter role/)
  }
})

describe('TLS to the database', () => {
  let postgres: OwnPostgres
  let authority: string
  beforeAll(async () => {
    postgres = await OwnPostgres.open()
    await postgres.useTls(certificate)
    authority = join(postgres.folder, 'authority.pem')
    await writeFile(authority, certificate.cert)
  })
  afterAll(() => postgres.close())

  const saying = (host: string, query: string) =>
    refusedOpening({
      DATABASE_URL: postgres.url.replace('127.0.0.1', host) + query,
      SESSION_KEY,
    })

  it.each([
    ['?sslmode=require', /its certificate is signed by no authority .* sslrootcert=/],
    ['?sslmode=prefer', /its certificate is signed by no authority .* sslrootcert=/],
    ['?sslmode=verify-ca', /its certificate is signed by no authority .* sslrootcert=/],
    ['?sslmode=verify-full', /its certificate is signed by no authority .* sslrootcert=/],
    ['?ssl=true', /its certificate is signed by no authority .* sslrootcert=/],
    [
      '?sslmode=verify-full&sslrootcert=/nowhere.pem',
      /^DATABASE_URL: sslrootcert, sslcert or sslkey: \/nowhere\.pem: there is no such file/,
    ],
  ])('that %s does not bring about is refused in words', async (query, sentence) => {
    const warned = vi.spyOn(process, 'emitWarning')
    expect(await saying('localhost', query)).toMatch(sentence)
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  it('to a host that the certificate does not name is refused in words', async () => {
    expect(await saying('127.0.0.1', `?sslmode=verify-full&sslrootcert=${authority}`)).toMatch(
      /^DATABASE_URL: .*its certificate names another host: name that one in the string\.$/,
    )
  })

  it.each(['verify-full', 'require', 'no-verify'])(
    'with its authority and sslmode=%s is there',
    async (mode) => {
      const DATABASE_URL = `${postgres.url.replace('127.0.0.1', 'localhost')}?sslmode=${mode}&sslrootcert=${authority}`
      const database = await openDatabase(readSettings({ DATABASE_URL }))
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.kysely)
      expect(rows).toEqual([{ ssl: true }])
      await database.close()
    },
  )

  it('to several hosts is refused in the words of one', async () => {
    const { host } = new URL(postgres.url.replace('127.0.0.1', 'localhost'))
    const DATABASE_URL = `postgres://gatehouse@${host},${host}/postgres?sslmode=verify-full`
    expect(await refusedOpening({ DATABASE_URL, SESSION_KEY })).toMatch(
      /its certificate is signed by no authority .* sslrootcert=/,
    )
  })

  it('that the server does not offer is refused in words', async () => {
    const { url } = inject('template') as { readonly url: string }
    const given = { DATABASE_URL: `${url}?sslmode=verify-full`, SESSION_KEY }
    expect(await refusedOpening(given)).toMatch(/^DATABASE_URL: PostgreSQL offers no TLS here; /)
  })
})

describe('a socket', () => {
  it('is reached by each form that PostgreSQL has for it', async () => {
    const { socketUrl, drop } = await emptyDatabase()
    onTestFinished(drop)
    const { pathname, searchParams } = new URL(socketUrl)
    const [folder, port] = ['host', 'port'].map((name) => searchParams.get(name) ?? '')
    for (const DATABASE_URL of [
      `postgres://gatehouse@${pathname}?host=${folder}&port=${port}`,
      `postgresql://gatehouse:secret@${pathname}?port=${port}&host=${encodeURIComponent(folder ?? '')}`,
      `postgres://gatehouse@:${port}${pathname}?host=${folder}`,
      `postgres://gatehouse@${encodeURIComponent(folder ?? '')}:${port}${pathname}`,
      `postgres://${pathname}?host=${folder}&port=${port}&user=gatehouse`,
    ]) {
      const database = await openDatabase(readSettings({ DATABASE_URL }))
      const { rows } = await sql`select inet_client_addr() as address`.execute(database.kysely)
      expect([DATABASE_URL, rows]).toEqual([DATABASE_URL, [{ address: null }]])
      await database.close()
    }
  })

  it('that is not there is refused in words', async () => {
    const DATABASE_URL = 'postgres://gatehouse@/db?host=/nowhere'
    expect(await refusedOpening({ DATABASE_URL, SESSION_KEY })).toMatch(
      /^DATABASE_URL: connect ENOENT \/nowhere\/\.s\.PGSQL\.5432; check that PostgreSQL runs/,
    )
  })
})

it('settings that the string asks for stay, and ours beside them', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const DATABASE_URL = `${url}?options=-c%20work_mem%3D7MB+-c+datestyle%3DGerman`
  const database = await openDatabase(readSettings({ DATABASE_URL }))
  const { rows } = await sql`select current_setting('work_mem') as memory,
    current_setting('datestyle') as dates, current_setting('jit') as jit`.execute(database.kysely)
  expect(rows).toEqual([{ memory: '7MB', dates: 'ISO, MDY', jit: 'off' }])
  await database.close()
})

it('a database that sorts by another version than its indexes is named, and goes on', async () => {
  const { socketUrl, drop } = await emptyDatabase()
  onTestFinished(drop)
  const name = `${new URL(socketUrl).pathname.slice(1)}_icu`
  const url = databaseUrl(socketUrl, name)
  await onEach(
    [socketUrl],
    `create database ${name} template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en'`,
  )
  onTestFinished(() => onEach([socketUrl], `drop database ${name} with (force)`))
  const environment = { DATABASE_URL: url, SESSION_KEY, DEPLOYMENTS_DIR, LOG_LEVEL: 'silent' }
  await gatehouse(null, 'migrate --why trial', { environment })
  const said = async () => (await gatehouse(null, 'check --database', { environment })).output
  expect(await said()).not.toContain('collation')
  await onEach([url], `update pg_database set datcollversion = '1.1' where datname = '${name}'`)
  expect(await said()).toMatch(
    /The database sorts by version [\d.]+ of its collation, and its indexes are sorted by 1\.1, so they may miss rows: reindex database "\w+"; alter database "\w+" refresh collation version;/,
  )
  const services = await openServices(readSettings(environment), environment)
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  await warnAboutCollation({ ...services, log })
  await closeServices(services)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'database.collation_changed', database: name, made: '1.1' },
  ])
})
