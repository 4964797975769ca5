import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { type Database, openPostgres } from '../../src/database/pool/openDatabase.ts'
import { onStatement } from '../fixtures/crashes/onStatement.ts'
import { linkToken, registerForm, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { databaseUrl } from '../fixtures/citusDatabase.ts'
import { TestVisitor } from '../fixtures/testVisitor.ts'

/* Only PostgreSQL has single connections to lose and a pool to exhaust. */

const unavailable = { status: 503, items: ['ERROR_UNAVAILABLE@'] }
let app: TestApp
let url: string
/** As in production: the databases of tests wait longer, for busy machines. */
let database: Database
let impatient: Awaited<ReturnType<typeof createApp>>

beforeAll(async () => {
  const template = inject('template')
  if (template.kind !== 'postgres') throw new Error('A run on PostgreSQL is what this is for.')
  app = await startApp({ nodes: 1 })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    app.services.database.kysely,
  )
  url = databaseUrl(template.url, rows[0]?.name ?? '')
  database = openPostgres(url, 5)
  impatient = await createApp({ ...app.services, database })
})
afterAll(async () => {
  await impatient.close()
  await database.close()
  await app.close()
})

const inTransaction = `from pg_stat_activity
  where state = 'idle in transaction' and datname = current_database()`

/** Asks the database while this process stands still; returns the first column. */
function ask(text: string): string[] {
  const script = `
    import { Client } from 'pg'
    const client = new Client(process.argv[1])
    await client.connect()
    const { rows } = await client.query({ text: process.argv[2], rowMode: 'array' })
    console.log(JSON.stringify(rows.map(([first]) => String(first))))
    await client.end()`
  const asked = spawnSync(process.execPath, ['--input-type=module', '-e', script, url, text], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  if (asked.status !== 0) throw new Error(asked.stderr)
  return JSON.parse(asked.stdout) as string[]
}

const endTransactions = () => void ask(`select pg_terminate_backend(pid, 1000) ${inTransaction}`)

/** Runs an act whose connection gets into trouble before a statement; returns the act's result. */
async function troubledBefore<T>(
  statement: RegExp,
  act: () => Promise<T>,
  trouble: () => void = endTransactions,
): Promise<T> {
  let isTroubled = false
  const end = onStatement((sent) => {
    if (isTroubled || !statement.test(sent)) return
    isTroubled = true
    trouble()
  })
  try {
    return await act()
  } finally {
    end()
  }
}

async function countOf(username: string): Promise<number> {
  const rows = await app.services.database.kysely
    .selectFrom('players')
    .select('id')
    .where('username', '=', username)
    .execute()
  return rows.length
}

describe('a lost database connection', () => {
  it('between two statements undoes the whole transaction, and the next try works (T03)', async () => {
    const body = registerForm({ Username: 'Ada' })
    for (const statement of [/^insert into "consents"/, /^insert into "mail_links"/, /^commit/]) {
      const register = () => app.visitor().refused('registerNewUser', { body })
      expect(await troubledBefore(statement, register)).toEqual(unavailable)
      expect(await countOf('Ada')).toBe(0)
    }
    await app.visitor().call('registerNewUser', { body })

    const Uid = await linkToken(app, body.Email)
    const confirm = () => app.visitor().refused('confirmEmail', { body: { Uid } })
    expect(await troubledBefore(/^update "players"/, confirm)).toEqual(unavailable)
    await app.visitor().call('confirmEmail', { body: { Uid } })

    const visitor = app.visitor()
    const { Id_User: userId } = await visitor.logIn('Ada', samplePassword)
    const whole = { Email: body.Email, Password: samplePassword }
    const deletion = {
      path: { userId },
      body: { ...whole, Id_DeletionType: null, DeletionReason: '' },
    }
    const leave = () => visitor.refused('deleteUser', deletion)
    expect(await troubledBefore(/^commit/, leave)).toEqual(unavailable)
    await visitor.call('readProfile', { path: { userId }, query: {} })
    await visitor.call('deleteUser', deletion)
    expect(await countOf('Ada')).toBe(0)
  })

  it('that falls silent in a transaction gives 503 within three seconds and leaves the pool (T03)', async () => {
    const body = registerForm({ Username: 'Silent' })
    const visitor = new TestVisitor(impatient, app.deployment('local'), '203.0.113.8')
    const register = () => visitor.refused('registerNewUser', { body })
    let silent: string[] = []
    const silence = () => {
      silent = ask(`select pid ${inTransaction}`)
      for (const pid of silent) process.kill(Number(pid), 'SIGSTOP')
    }
    const began = performance.now()
    const refused = await troubledBefore(/^insert into "consents"/, register, silence)
    const lasted = performance.now() - began
    try {
      expect([refused, silent.length]).toEqual([unavailable, 1])
      expect(lasted).toBeLessThan(3000)
      // More reads than the pool has connections.
      const reads = Array.from({ length: 20 }, () => countOf('Silent'))
      expect(await Promise.all(reads)).toEqual(reads.map(() => 0))
    } finally {
      for (const pid of silent) process.kill(Number(pid), 'SIGCONT')
    }
    const stillThere = () => ask(`select pid from pg_stat_activity where pid = ${silent[0]}`)
    await expect.poll(stillThere).toEqual([])
    await app.visitor().call('registerNewUser', { body })
  })

  it('an exhausted pool gives 503 after two seconds, while the readiness answers within 200 milliseconds (T05, T80)', async () => {
    const visitor = new TestVisitor(impatient, app.deployment('local'), '203.0.113.7')
    const slow = await Promise.all(
      Array.from({ length: 5 }, () => database.kysely.startTransaction().execute()),
    )
    // Its connection is there from the first look on.
    await visitor.send({ method: 'GET', url: '/readyz' })
    const began = performance.now()
    const storm = Array.from({ length: 50 }, () =>
      visitor.refused('recoverPassword', { body: { email: 'nobody@site.test' } }),
    )
    const ready = await visitor.send({ method: 'GET', url: '/readyz' })
    expect([ready.statusCode, performance.now() - began < 200]).toEqual([200, true])
    expect(new Set((await Promise.all(storm)).map((refused) => JSON.stringify(refused)))).toEqual(
      new Set([JSON.stringify(unavailable)]),
    )
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await visitor.send({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    await Promise.all(slow.map((transaction) => transaction.rollback().execute()))
    expect((await visitor.send({ method: 'GET', url: '/readyz' })).statusCode).toBe(200)
    await visitor.refused('confirmEmail', { body: { Uid: 'nobody’s' } })
  })
})
