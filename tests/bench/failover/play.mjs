import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { root } from '../../../scripts/bootstrap.mjs'
import { freePort } from '../../../scripts/freePort.mjs'
import { startDeployedProxy } from '../../../apps/server/test/fixtures/processes/deployedProxy.ts'
import { startStandIns } from '../../../apps/server/test/fixtures/processes/standIns.ts'
import { seedLoad } from '../seedLoad.mjs'
import { seedPlayers } from '../seedPlayers.mjs'
import { Load } from '../upgrade/load.mjs'
import { Node } from '../upgrade/openNode.mjs'
import { preparePlace } from '../upgrade/place.mjs'
import { failures } from './failures.mjs'
import { playRestore } from './restore.mjs'
import { judgeRow, printRows, rowOf } from './rows.mjs'

/** Milliseconds that a visitor tries again after an outage. */
const patience = 60_000
/** Seconds after a failure is over until the next one. */
const calm = 5

/** A pass: how servers reach the cluster, and whether it is synchronous. */
const passes = {
  disk: { name: 'synchronous, several hosts', way: 'hosts', is: true, only: ['disk'] },
  hosts: { name: 'synchronous, several hosts in `DATABASE_URL`', way: 'hosts', is: true },
  asynchronous: {
    name: 'asynchronous, several hosts',
    way: 'hosts',
    is: false,
    only: ['machine', 'partition', 'split', 'standby', 'switchover'],
  },
  haproxy: {
    name: 'synchronous, HAProxy beside the servers',
    way: 'haproxy',
    is: true,
    only: ['machine', 'partition', 'switchover'],
  },
}

/** Two servers under load, and the account of what each failure did to it. */
export class Play {
  #cluster
  #work
  #size
  #ends = []
  #nodes = []
  #load
  #place
  #proxy
  #ports
  #players
  /** Those of no load yet: a load leaves its players with other sessions. */
  #fresh
  #tables = []
  #broken = []

  constructor(cluster, work, size) {
    this.#cluster = cluster
    this.#work = work
    this.#size = size
  }

  async open() {
    this.#load = await Load.open()
    this.#ends.push(() => this.#load.close())
    const standIns = await startStandIns()
    this.#ends.push(() => standIns.stop())
    const { smtpUrl } = this.#load
    const databaseUrl = this.#cluster.url('hosts')
    this.#place = preparePlace(this.#work, { standIns, smtpUrl, databaseUrl })
    this.#place.settings.ERASURE_LOG_FILE = join(this.#work, 'journal.ndjson')
    const { players } = this.#size
    this.#players = await seedPlayers(this.#place.settings, Math.ceil(players / 3))
    this.#fresh = [...this.#players]
    await seedLoad(this.#cluster.directUrl(await this.#cluster.primary()), players)
    this.#ports = [await freePort(), await freePort()]
    this.#proxy = await startDeployedProxy('haproxy', this.#work, this.#ports)
    this.#ends.push(() => this.#proxy.close())
  }

  async close() {
    for (const node of this.#nodes) await node.stop('SIGKILL')
    for (const end of this.#ends.toReversed()) await end()
  }

  async #startServers(way) {
    for (const node of this.#nodes) await node.stop()
    this.#nodes = this.#ports.map(
      (port) =>
        new Node({
          ...this.#place.settings,
          DATABASE_URL: this.#cluster.url(way),
          PORT: `${port}`,
        }),
    )
    for (const node of this.#nodes) await node.start(root)
    // The proxy has asked for readiness by then.
    await pause(3000)
  }

  /** A moment of the past, of which the erasure log says what came after it. */
  async #restore() {
    await this.#cluster.beSynchronous(true)
    await this.#startServers('hosts')
    const { host, apiKey, settings } = this.#place
    const place = { settings, host, apiKey, port: this.#proxy.port, players: this.#players }
    const servers = {
      stop: () => Promise.all(this.#nodes.map((node) => node.stop())),
      start: () => this.#startServers('hosts'),
    }
    this.#broken.push(...(await playRestore(this.#cluster, place, servers)))
  }

  /** Plays every failure in one way. */
  async pass(kind) {
    if (kind === 'restore') return this.#restore()
    const { name, way, is, only } = passes[kind]
    await this.#cluster.beSynchronous(is)
    const databaseProxy = way === 'haproxy' ? await startDatabaseProxy() : null
    await this.#startServers(way)
    const { host, apiKey, forum } = this.#place
    const { rate, players } = this.#size
    const seeded = players - this.#players.length
    this.#load.begin({
      rate,
      port: this.#proxy.port,
      host,
      apiKey,
      forum,
      seeded,
      patience,
      players: this.#fresh.splice(0, this.#players.length >> 2),
    })
    await pause(10_000)
    const rows = []
    const own = only ?? Object.keys(failures).filter((id) => id !== 'disk')
    const chosen = own.filter((id) => this.#size.only?.includes(id) ?? true)
    for (const failure of chosen.map((id) => failures[id])) {
      const row = await this.#play(failure)
      rows.push(row)
      printRows(name, [row])
      this.#broken.push(...judgeRow(row, is).map((line) => `${name}: ${failure.name}: ${line}`))
    }
    await this.#load.end()
    const errors = new Set(this.#nodes.flatMap(({ problems }) => [...problems]))
    for (const message of [...errors].slice(0, 20)) console.log(`    in a log: ${message}`)
    this.#tables.push([name, rows])
    await databaseProxy?.close()
  }

  async #play(failure) {
    const watch = this.#watchReadiness()
    const before = this.#load.failures.length
    const from = performance.now()
    const heal = await failure.strike(this.#cluster)
    const struck = performance.now() - from
    const lasts = this.#size.seconds * (failure.isShort ? 500 : 1000)
    await pause(Math.max(0, lasts - struck))
    await heal?.()
    const healed = performance.now()
    const again = await this.#cluster.untilWhole().then(
      () => [],
      () => this.#cluster.makeAgain(),
    )
    const whole = performance.now() - healed
    await pause(calm * 1000)
    const to = performance.now()
    const lost = await this.#countLost()
    const kinds = Map.groupBy(this.#load.failures.slice(before), (line) => line.slice(0, 110))
    const row = rowOf(this.#load, { name: failure.name, from, to, lost })
    return { ...row, notReady: watch.end(), whole, again, kinds }
  }

  /** Asks both servers for their readiness; `end` answers the most seconds for which one was not ready. */
  #watchReadiness() {
    const seconds = this.#ports.map(() => 0)
    const statuses = new Set()
    let slowest = 0
    const ask = async (port, at) => {
      const from = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      const text = await answer.text()
      slowest = Math.max(slowest, performance.now() - from)
      if (answer.status !== 200) seconds[at] += 0.25
      statuses.add(`${answer.status} ${text.slice(0, 90)}`)
    }
    const timer = setInterval(() => {
      for (const [at, port] of this.#ports.entries()) {
        ask(port, at).catch((error) => statuses.add(String(error.cause ?? error)))
      }
    }, 250)
    return {
      end() {
        clearInterval(timer)
        return { seconds: Math.max(...seconds), statuses: [...statuses], slowest }
      },
    }
  }

  /** The writes that were acknowledged and are gone; each is named once. */
  async #countLost() {
    const acknowledged = this.#load.acknowledged.splice(0)
    const found = await this.#findWrites(acknowledged)
    const isThere = ({ kind, value }) => found.has(`${kind} ${value}`)
    this.#load.acknowledged.push(...acknowledged.filter(isThere))
    const lost = acknowledged.filter((each) => !isThere(each))
    return lost.map(({ kind, at }) => ({ kind, at }))
  }

  async #findWrites(writes) {
    const of = (kind) => writes.filter((each) => each.kind === kind).map(({ value }) => value)
    const client = new Client({
      connectionString: this.#cluster.directUrl(await this.#cluster.primary()),
    })
    await client.connect()
    try {
      const players = await client.query(
        `select email, confirmed_at is not null as is from players where email = any($1)`,
        [[...new Set([...of('player'), ...of('confirmation')])]],
      )
      const hashes = new Map(of('session').map((id) => [hash('sha256', id), id]))
      const sessions = await client.query(
        `select encode(session_id_hash, 'hex') as hash from sessions
         where session_id_hash = any(select decode(h, 'hex') from unnest($1::text[]) h)`,
        [[...hashes.keys()]],
      )
      return new Set([
        ...players.rows.map(({ email }) => `player ${email}`),
        ...players.rows.filter(({ is }) => is).map(({ email }) => `confirmation ${email}`),
        ...sessions.rows.map((row) => `session ${hashes.get(row.hash)}`),
      ])
    } finally {
      await client.end()
    }
  }

  /** Prints the tables and the broken promises; returns whether all are kept. */
  conclude() {
    for (const [name, rows] of this.#tables) printRows(name, rows)
    for (const line of this.#broken) console.log(` !  ${line}`)
    return this.#broken.length === 0
  }
}

/** HAProxy beside the servers, with the file of deploy/patroni as it is. */
async function startDatabaseProxy() {
  const file = join(root, 'deploy/patroni/haproxy.cfg')
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await pause(3000)
  if (child.exitCode !== null) throw new Error('HAProxy does not start.')
  return {
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
