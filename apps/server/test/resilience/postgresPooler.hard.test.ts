import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { keepsStatements, newPgbouncer } from '../fixtures/processes/newPgbouncer.ts'
import { reachPostgres } from '../../src/database/pool/connectionPolicy.ts'
import { deploymentOf } from '../../src/deployments/deployments.ts'
import { type MailSink, openMailSink } from '../fixtures/processes/mailSink.ts'
import { OwnPostgres } from '../fixtures/processes/ownPostgres.ts'
import { openPooler, type Pooler } from '../fixtures/processes/pooler.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { logInForm, TestVisitor } from '../fixtures/testVisitor.ts'
import local from '../../../../deploy/samples/local.json' with { type: 'json' }

/* PgBouncer as this Debian and the next one package it. */

const password = 'Welcome2Gatehouse'
const found = newPgbouncer()
let folder: string
let postgres: OwnPostgres
let mails: MailSink
const servers: ServerProcess[] = []
const poolers: Pooler[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-behind-pooler-'))
  postgres = await OwnPostgres.open()
  mails = await openMailSink()
})
afterAll(async () => {
  for (const { child } of servers) {
    if ((child.exitCode ?? child.signalCode) !== null) continue
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  for (const pooler of poolers) await pooler.close()
  await mails.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

async function poolerOf(command: readonly [string, ...string[]], settings = {}): Promise<Pooler> {
  const pooler = await openPooler(command, postgres.url, settings)
  poolers.push(pooler)
  return pooler
}

async function start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServer({
    DATA_DIR: folder,
    PORTAL_DIST: join(folder, 'none'),
    SMTP_URL: mails.url,
    SEED: 'on',
    ...settings,
  })
  servers.push(server)
  return server
}

async function refusal(settings: Readonly<Record<string, string>>): Promise<string> {
  const server = await start(settings)
  expect([await server.ready, server.output()]).toEqual([1, expect.any(String)])
  return server.output()
}

/** The newer PgBouncer; without one the test is left out, and says why. */
function newOr(context: TestContext): readonly [string, ...string[]] {
  return found.command ?? context.skip(found.reason)
}

const timeout = (value: string) =>
  postgres.query(`alter role gatehouse set statement_timeout = '${value}'`)

function visitorOf({ port }: ServerProcess): TestVisitor {
  return new TestVisitor(overHttp(port), deploymentOf('local', local, { PORT: `${port}` }), '')
}

function portOf({ url }: OwnPostgres): number {
  return Number(new URL(url).port)
}

/** Makes a PostgreSQL refuse writes, or take them again. */
async function readOnly(on: OwnPostgres, value: 'on' | 'off'): Promise<void> {
  const url = new URL(on.url)
  url.searchParams.set('options', '-c default_transaction_read_only=off')
  const client = new Client(url.href)
  await client.connect()
  await client.query(`alter system set default_transaction_read_only = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

describe('PgBouncer in transaction mode', () => {
  it('of a version that keeps no prepared statements is refused with the remedy (T77)', async () => {
    await timeout('2s')
    // On a newer Debian its PgBouncer behaves as an old one by this setting.
    const settings = keepsStatements(['pgbouncer']) ? { max_prepared_statements: 0 } : {}
    const { url } = await poolerOf(['pgbouncer'], settings)
    const DATABASE_DIRECT_URL = postgres.url
    expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL })).toMatch(
      /^Gatehouse cannot start\.\nDATABASE_URL: this pooler does not keep prepared statements\. PgBouncer does from 1\.21 on/,
    )
  })

  it('is refused without a direct address, and without a timeout of the role (T77)', async (context) => {
    const command = newOr(context)
    const { url } = await poolerOf(command, { max_prepared_statements: 200 })
    const lenient = await poolerOf(command, {
      max_prepared_statements: 200,
      ignore_startup_parameters: 'statement_timeout',
    })
    const unnamed =
      /^Gatehouse cannot start\.\nDATABASE_URL leads to a pooler[^\n]*set DATABASE_DIRECT_URL/
    expect(await refusal({ DATABASE_URL: url })).toMatch(unnamed)
    expect(await refusal({ DATABASE_URL: lenient.url })).toMatch(unnamed)
    expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: lenient.url })).toContain(
      'DATABASE_DIRECT_URL leads to a pooler: name PostgreSQL itself.',
    )
    const off = await poolerOf(command, { max_prepared_statements: 0 })
    expect(await refusal({ DATABASE_URL: off.url, DATABASE_DIRECT_URL: postgres.url })).toContain(
      'max_prepared_statements = 200',
    )
    await timeout('0')
    const later = await poolerOf(command, { max_prepared_statements: 200 })
    expect(await refusal({ DATABASE_URL: later.url, DATABASE_DIRECT_URL: postgres.url })).toContain(
      `alter role gatehouse set statement_timeout = '2s'`,
    )
  })

  it('is refused where the role has settings that no client may ask for through it', async (context) => {
    const command = newOr(context)
    await timeout('2s')
    const unfit = [
      ['default_transaction_isolation', 'serializable', 'read committed'],
      ['DateStyle', 'German', 'ISO, MDY'],
      ['lock_timeout', '20ms', '0'],
    ] as const
    for (const [name, value, needed] of unfit) {
      await postgres.query(`alter role gatehouse set ${name} = '${value}'`)
      const { url } = await poolerOf(command, { max_prepared_statements: 200 })
      const output = await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: postgres.url })
      expect(output).toContain(`through a pooler the role itself needs ${name} = '${needed}', and`)
      await postgres.query(`alter role gatehouse reset ${name}`)
    }
  })

  it('carries two servers, their transactions, prepared statements, jobs and migrations (T78)', async (context) => {
    const command = newOr(context)
    await timeout('2s')
    const { url } = await poolerOf(command, { max_prepared_statements: 200 })
    const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: postgres.url }
    const pair = [await start(settings), await start(settings)]
    for (const { ready, output } of pair) {
      expect([await ready, output()]).toEqual([null, expect.any(String)])
    }
    // Far more at once than the pooler has connections.
    const lives = Array.from({ length: 40 }, async (_, at) => {
      const server = pair[at % 2] as ServerProcess
      const Username = `Pooled${at}`
      await visitorOf(server).call('registerNewUser', { body: registerForm({ Username }) })
      const visitor = visitorOf(server)
      const { Id_User: userId } = await visitor.logIn('PlayerOne', password)
      for (let read = 0; read < 5; read += 1) {
        await visitor.call('readProfile', { path: { userId }, query: {} })
        await visitorOf(server).call('identify', { body: logInForm({ UsernameOrEmail: Username }) })
      }
    })
    await Promise.all(lives)
    await expect.poll(() => mails.received.length).toBeGreaterThanOrEqual(40)
    for (const server of pair) {
      expect(server.output()).not.toMatch(/request\.internal_error|job\.queue_error/)
      const { statusCode } = await visitorOf(server).send({ method: 'GET', url: '/readyz' })
      expect(statusCode).toBe(200)
    }
  })
})

describe('several hosts', () => {
  it('are asked until one takes writes, and again after it is gone (T79)', async () => {
    const other = await OwnPostgres.open()
    try {
      const hosts = [postgres, other].map(({ url }) => new URL(url).host).join(',')
      const pool = new Pool({
        ...reachPostgres(`postgres://gatehouse@127.0.0.1:1,${hosts}/postgres`),
        max: 1,
      })
      pool.on('error', () => undefined)
      const port = async () => {
        const { rows } = await pool.query<{ port: number }>('select inet_server_port() as port')
        return rows[0]?.port
      }
      await readOnly(postgres, 'on')
      await expect.poll(port).toBe(portOf(other))
      await other.stop('immediate')
      await readOnly(postgres, 'off')
      await expect.poll(() => port().catch(() => 0)).toBe(portOf(postgres))
      await pool.end()

      const server = await start({
        DATABASE_URL: `postgres://gatehouse@${hosts}/postgres?target_session_attrs=read-write`,
      })
      expect([await server.ready, server.output()]).toEqual([null, expect.any(String)])
      expect(await server.post('/api/register/new-user', registerForm({ Username: 'Hosts' }))).toBe(
        201,
      )
      expect(server.output()).not.toMatch(/job\.queue_error/)
    } finally {
      await other.close()
    }
  })
})
