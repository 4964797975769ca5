import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CallError } from '@gatehouse/client/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import local from '../../../../deploy/samples/local.json' with { type: 'json' }
import { type CitusNode, type Cluster, startCitus } from '../../../../scripts/citus/citus.mjs'
import { freePort } from '../../../../scripts/freePort.mjs'
import { reconcileUniqueValues } from '../../src/database/accounts/reconcileUniqueValues.ts'
import { planDistribution } from '../../src/database/operations/distribute.ts'
import { type Database, openPostgres } from '../../src/database/pool/openDatabase.ts'
import { deploymentOf } from '../../src/deployments/deployments.ts'
import { joinedDatabase, spread } from '../fixtures/citusDatabase.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { type MailSink, openMailSink } from '../fixtures/processes/mailSink.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { TestVisitor } from '../fixtures/testVisitor.ts'

/* A server whose database is spread over a coordinator and four workers, which crash under load. */

const password = 'Welcome2Gatehouse'
const count = 24

interface Player {
  readonly name: string
  readonly visitor: TestVisitor
  readonly id: number
  /** The worker that has the player's rows. */
  readonly worker: string
}

let cluster: Cluster
let database: Database
let server: ServerProcess
let mails: MailSink
let folder: string
let operators: number
let players: readonly Player[]
/** A newsletter list that a player can choose. */
let list: number

const inTwoHours = () => new Date(Date.now() + 7_200_000)
const entry = {
  at: new Date(),
  who: 'test',
  why: 'test',
  command: 'test',
  deployment: '*',
  subject: '',
  details: '{}',
}
const portOf = ({ url }: CitusNode) => new URL(url).port
const isOn = (node: CitusNode) => (player: Player) => player.worker === portOf(node)

beforeAll(async () => {
  const started = await startCitus({ synchronous_commit: 'on' })
  if (started === null) throw new Error('Citus is not here: set CITUS_SOURCE.')
  cluster = started
  const { coordinator, workers } = cluster
  const url = await joinedDatabase(
    coordinator.url,
    workers.map((each) => each.url),
    'gatehouse',
  )
  database = openPostgres(url, 5, { patience: 10 })
  await database.migrate()
  // A full database: what is there stays, and its numbers go on.
  await database.kysely.insertInto('audit_log').values(entry).execute()
  await spread(database)
  await database.kysely.insertInto('audit_log').values(entry).execute()
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-citus-'))
  mails = await openMailSink()
  operators = await freePort()
  server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORTAL_DIST: join(folder, 'none'),
    SMTP_URL: mails.url,
    OPERATOR_PORT: String(operators),
    SEED: 'on',
  })
  if ((await server.ready) !== null) throw new Error(server.output())
  const { rows } = await sql<{ id: number }>`select id from newsletter_lists
    where deployment = 'local' and not is_own limit 1`.execute(database.kysely)
  list = rows[0]?.id ?? 0
  const made: Player[] = []
  for (let number = 0; number < count; number += 1) made.push(await newPlayer(number))
  players = made
  // Their addresses were confirmed by hand.
  await reconcileUniqueValues(database.kysely, 'local', inTwoHours())
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await mails?.close()
  await database?.close().catch(() => undefined)
  await cluster?.end()
  if (folder) await rm(folder, { recursive: true })
})

function visitor(): TestVisitor {
  const environment = { PORT: String(server.port) }
  return new TestVisitor(overHttp(server.port), deploymentOf('local', local, environment), '')
}

async function newPlayer(number: number): Promise<Player> {
  const name = `Spread${number}`
  const own = visitor()
  const Email = `${name}@site.test`.toLowerCase()
  await own.call('registerNewUser', {
    body: registerForm({ Username: name, Email, Password: password }),
  })
  await sql`update players set confirmed_at = now(), email_verified_by = 'press'
    where deployment = 'local' and username = ${name}`.execute(database.kysely)
  const { Id_User: id } = await own.logIn(name, password)
  const { rows } = await sql<{ port: number }>`select nodeport as port
    from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column('players', ${id}::bigint)`.execute(
    database.kysely,
  )
  return { name, visitor: own, id, worker: String(rows[0]?.port) }
}

/** The outcomes of calls: `ok` or the status of the refusal, with their numbers. */
type Outcomes = Readonly<Record<string, number>>

/**
 * Each player reads and writes again and again until `act` is done. Answers the outcomes by player,
 * and keeps what was acknowledged last.
 */
class Load {
  readonly #acknowledged = new Map<string, boolean>()
  #outcomes = new Map<string, Record<string, number>>()

  async during(act: () => Promise<void>): Promise<void> {
    this.#outcomes = new Map()
    const done = new AbortController()
    const loops = players.map((player) => this.#live(player, done.signal))
    try {
      await act()
    } finally {
      done.abort()
      await Promise.all(loops)
    }
  }

  /** The outcomes of some players together. */
  of(some: readonly Player[]): Outcomes {
    const sums: Record<string, number> = {}
    for (const { name } of some) {
      for (const [outcome, times] of Object.entries(this.#outcomes.get(name) ?? {})) {
        sums[outcome] = (sums[outcome] ?? 0) + times
      }
    }
    return sums
  }

  /** The players of whom a write that was acknowledged is not to be read. */
  async lost(): Promise<readonly string[]> {
    const checked = players.map(async ({ name, visitor: own, id }) => {
      const { OptInList } = await own.call('listNewsletters', { path: { userId: id }, query: {} })
      const isOptIn = OptInList.find(({ ListId }) => ListId === list)?.IsOptIn
      const wanted = this.#acknowledged.get(name)
      return wanted === undefined || isOptIn === wanted ? [] : [name]
    })
    return (await Promise.all(checked)).flat()
  }

  async #live(player: Player, signal: AbortSignal): Promise<void> {
    const { name, visitor: own, id } = player
    for (let isOptIn = true; !signal.aborted; isOptIn = !isOptIn) {
      await this.#note(name, () => own.call('readProfile', { path: { userId: id }, query: {} }))
      const body = { ListId: list, IsOptIn: isOptIn, IsG2GOptIn: false }
      const isWritten = await this.#note(name, () => own.call('optInUser', { body }))
      // Without an answer it may have been written or not.
      if (isWritten) this.#acknowledged.set(name, isOptIn)
      else this.#acknowledged.delete(name)
      await pause(50)
    }
  }

  async #note(name: string, call: () => Promise<unknown>): Promise<boolean> {
    const outcome = await call().then(
      () => 'ok',
      (error: unknown) => (error instanceof CallError ? String(error.status) : 'broken'),
    )
    const own = this.#outcomes.get(name) ?? {}
    own[outcome] = (own[outcome] ?? 0) + 1
    this.#outcomes.set(name, own)
    return outcome === 'ok'
  }
}

const load = new Load()

const operatorsSay = async (path: string) =>
  (await fetch(`http://127.0.0.1:${operators}${path}`)).text()

const everyoneIsServed = () =>
  Promise.all(
    players.map(({ visitor: own, id }) =>
      own.call('readProfile', { path: { userId: id }, query: {} }),
    ),
  ).then(
    () => true,
    () => false,
  )

it('lays the rows of one studio on every worker, and leaves nothing to do', async () => {
  expect(await planDistribution(database.kysely)).toEqual([])
  expect(new Set(players.map(({ worker }) => worker)).size).toBe(cluster.workers.length)
})

it('refuses the players of a worker that crashed, serves all others, says which it is, and loses nothing', async () => {
  const [worker] = cluster.workers
  if (!worker) throw new Error('There is no worker.')
  const [its, others] = [
    players.filter(isOn(worker)),
    players.filter((each) => !isOn(worker)(each)),
  ]
  await load.during(async () => {
    worker.crash()
    const name = `127.0.0.1:${portOf(worker)}`
    await expect.poll(() => operatorsSay('/readyz')).toContain(name)
    expect(await operatorsSay('/metrics')).toContain(
      `gatehouse_database_worker_unreachable{worker="${name}"} 1`,
    )
    await expect.poll(() => Object.keys(load.of(its))).toContain('503')
    worker.begin()
    await expect.poll(everyoneIsServed).toBe(true)
    await expect.poll(() => operatorsSay('/readyz')).toBe('{"status":"ok"}')
  })
  expect(Object.keys(load.of(others))).toEqual(['ok'])
  expect(Object.keys(load.of(its)).toSorted()).toEqual(['503', 'ok'])
  expect(await load.lost()).toEqual([])
})

it('refuses all players while the coordinator is gone, and loses nothing', async () => {
  await load.during(async () => {
    cluster.coordinator.crash()
    await expect.poll(() => Object.keys(load.of(players))).toContain('503')
    cluster.coordinator.begin()
    await expect.poll(everyoneIsServed).toBe(true)
  })
  expect(Object.keys(load.of(players)).toSorted()).toEqual(['503', 'ok'])
  expect(await load.lost()).toEqual([])
})

it('moves a part of the players to another worker without a failed request', async () => {
  const [from, to] = cluster.workers
  await load.during(async () => {
    const { rows } = await sql<{ shard: number }>`select shardid as shard
      from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
      where logicalrelid = 'players'::regclass and nodeport = ${Number(from && portOf(from))}
      limit 1`.execute(database.kysely)
    await sql`set statement_timeout = 0`.execute(database.kysely)
    await sql`select citus_move_shard_placement(${rows[0]?.shard}, '127.0.0.1',
      ${Number(from && portOf(from))}, '127.0.0.1', ${Number(to && portOf(to))},
      shard_transfer_mode => 'force_logical')`.execute(database.kysely)
  })
  expect(Object.keys(load.of(players))).toEqual(['ok'])
  expect(await load.lost()).toEqual([])
})

it('commits or undoes what a coordinator left half committed, with each acknowledged registration whole', async () => {
  const acknowledged: string[] = []
  let number = 0
  for (let round = 0; round < 4; round += 1) {
    const done = new AbortController()
    const register = async () => {
      while (!done.signal.aborted) {
        const name = `Half${(number += 1)}`
        const body = registerForm({ Username: name, Email: `${name}@site.test`.toLowerCase() })
        await visitor()
          .call('registerNewUser', { body })
          .then(
            () => acknowledged.push(name),
            () => pause(50),
          )
      }
    }
    const registering = Array.from({ length: 8 }, register)
    await pause(1500 + round * 200)
    cluster.coordinator.crash()
    await pause(500)
    cluster.coordinator.begin()
    await expect.poll(everyoneIsServed).toBe(true)
    done.abort()
    await Promise.all(registering)
  }
  const isOpen = async () => {
    await sql`select recover_prepared_transactions()`.execute(database.kysely)
    const { rows } = await sql<{ open: number }>`select sum(result::int)::int as open
      from run_command_on_workers('select count(*) from pg_prepared_xacts')`.execute(
      database.kysely,
    )
    return rows[0]?.open
  }
  await expect.poll(isOpen).toBe(0)
  const { kysely } = database
  expect(await reconcileUniqueValues(kysely, 'local', inTwoHours())).toMatchObject({
    orphaned: 0,
    missing: 0,
  })
  const { rows } = await sql<{ name: string }>`select username as name from players
    where username like 'Half%'`.execute(kysely)
  const names = new Set(rows.map(({ name }) => name))
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
})
