import { Client } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { processorTimes } from '../processorTimes.mjs'
import { costOf } from './sizing.mjs'

/** Milliseconds after which PostgreSQL surely has the counts of rows of an idle connection. */
const settled = 11_000

/** Reads what a product and its database have used, before and after many calls. */
export class Meter {
  costs = {}
  rows = {}
  #idle = {}
  #counted = null
  #client
  #product
  #postgres

  static async open(databaseUrl, product, postgres) {
    const meter = new Meter()
    meter.#product = product
    meter.#postgres = postgres
    meter.#client = new Client({ connectionString: databaseUrl })
    await meter.#client.connect()
    await meter.#client.query('create extension pg_walinspect')
    return meter
  }

  end() {
    return this.#client.end()
  }

  /** Measures the cost of a second without a request. */
  async measureIdle(seconds) {
    const before = await this.#read()
    await pause(seconds * 1000)
    this.#idle = costOf(before, await this.#read(before.lsn), seconds)
  }

  /**
   * Lets each of the visitors act, `connections` at a time, and keeps the cost of one act under a name,
   * with its share of the next checkpoint; and the rows that it leaves.
   */
  async measure(name, visitors, act, connections = 16) {
    await this.#client.query('checkpoint')
    const rowsBefore = this.#counted ?? (await this.#countRows())
    const before = await this.#read()
    const left = visitors.values()
    const lane = async () => {
      for (const visitor of left) await act(visitor)
    }
    await Promise.all(Array.from({ length: connections }, lane))
    await this.#client.query('checkpoint')
    const after = await this.#read(before.lsn)
    this.#counted = await this.#countRows()
    const leaves = Object.entries(this.#counted).map(([table, count]) => [
      table,
      Math.max(0, count - (rowsBefore[table] ?? 0)) / visitors.length,
    ])
    this.rows[name] = Object.fromEntries(leaves.filter(([, count]) => count >= 0.01))
    this.costs[name] = costOf(before, after, visitors.length, this.#idle)
    return (1000 * visitors.length) / (after.at - before.at)
  }

  /** The counters, with the log since a place in it: page images apart, as they come after checkpoints. */
  async #read(since = null) {
    const times = processorTimes(this.#product, this.#postgres)
    const { rows } = await this.#client.query(
      `select pg_current_wal_flush_lsn() as lsn, pg_snapshot_xmax(pg_current_snapshot())::text as xid`,
    )
    const [{ lsn, xid }] = rows
    const { wal, images } = since === null ? { wal: 0, images: 0 } : await this.#readLog(since, lsn)
    return { at: performance.now(), ...times, lsn, wal, images, commits: Number(xid) }
  }

  async #readLog(from, to) {
    const { rows } = await this.#client.query(
      `select coalesce(sum(record_size), 0)::float as wal, coalesce(sum(fpi_size), 0)::float as images
        from pg_get_wal_stats($1, $2)`,
      [from, to],
    )
    return rows[0]
  }

  async #countRows() {
    await pause(settled)
    const { rows } = await this.#client.query(
      `select relname, (n_tup_ins - n_tup_del)::float as count from pg_stat_user_tables
        where schemaname = 'public'`,
    )
    return Object.fromEntries(rows.map(({ relname, count }) => [relname, count]))
  }

  /** Reads the bytes of a row of each table that has enough rows. */
  async readTables(least = 1000) {
    await this.#client.query('analyze')
    const { rows } = await this.#client.query(
      `select relname as table, reltuples::float as rows,
          pg_total_relation_size(c.oid)::float / reltuples as bytes,
          pg_indexes_size(c.oid)::float / reltuples as "indexBytes",
          (select count(*)::int from pg_index i where i.indrelid = c.oid) as indexes
        from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
          and reltuples >= $1 order by pg_total_relation_size(c.oid) desc`,
      [least],
    )
    return Object.fromEntries(rows.map(({ table, ...sizes }) => [table, sizes]))
  }
}
