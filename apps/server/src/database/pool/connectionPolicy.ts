import { Socket } from 'node:net'
import { Client } from 'pg'
import { databaseHosts } from '../../platform/config/databaseHosts.ts'
import { askedSettings } from './sessionSettings.ts'

/** The purpose of a connection to PostgreSQL. */
type ConnectionUse = 'requests' | 'jobs' | 'migrations' | 'checks'

interface Limits {
  /** Milliseconds until a connection is there. */
  readonly connectWithin: number
  /** Milliseconds that PostgreSQL works on a statement. */
  readonly statementWithin: number
}

const second = 1000
const hour = 3600 * second

/** The limits of every connection of the server. */
const limitsOf: Readonly<Record<ConnectionUse, Limits>> = {
  // A request that the database does not serve is answered 503 within 3 seconds.
  requests: { connectWithin: 2 * second, statementWithin: 2 * second },
  // The job queue looks after its own tables, which takes longer than a request.
  jobs: { connectWithin: 2 * second, statementWithin: 8 * second },
  migrations: { connectWithin: 10 * second, statementWithin: hour },
  // A start waits a little longer than a request, and then reports the error.
  checks: { connectWithin: 5 * second, statementWithin: 5 * second },
}

/** Milliseconds that an answer may be under way; then the connection is given up. */
const underWay = 200
/**
 * Milliseconds of silence after which the network is asked whether the other end is still there.
 */
const silentFor = 10 * second
/**
 * Seconds after which a connection is replaced: one to a server that was replaced would live for
 * ever.
 */
export const lifeSeconds = 1800

/** The settings of a connection, as pg takes them. */
export interface ConnectionSettings extends HostSelection {
  readonly connectionTimeoutMillis: number
  readonly statement_timeout?: number
  /** Settings of PostgreSQL for the session. */
  readonly options?: string
  readonly query_timeout: number
  readonly keepAlive: true
  readonly keepAliveInitialDelayMillis: number
  readonly maxLifetimeSeconds: number
}

/**
 * The one policy of connections: time limits, and the detection of a silent
 * network. Every pool and every single connection is opened with it. A pooler takes no
 * limit of a statement and no settings from a client: there the role has them. Settings that the
 * string asks for come first, and ours win. `patience` makes the
 * limits so many times longer: tests of something else do not depend on how busy their machine is.
 */
export function connectionPolicy(
  url: string,
  use: ConnectionUse,
  { isPooled = false, patience = 1 } = {},
): ConnectionSettings {
  const connectWithin = limitsOf[use].connectWithin * patience
  const statementWithin = limitsOf[use].statementWithin * patience
  const { string, options } = isPooled ? { string: url, options: '' } : withoutOptions(url)
  const ours = [options, askedSettings, use === 'requests' ? byKey : '', lasting(use)]
  return {
    ...reachPostgres(string),
    connectionTimeoutMillis: connectWithin,
    ...(!isPooled && { statement_timeout: statementWithin }),
    ...(!isPooled && { options: ours.filter((each) => each !== '').join(' ') }),
    query_timeout: statementWithin + underWay,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentFor,
    maxLifetimeSeconds: lifeSeconds,
  }
}

/** How the job queue's listener notices that it hears nothing because nothing comes through. */
export const listenerPolicy = {
  notifyHeartbeatIntervalMs: 5 * second,
  notifyHeartbeatTimeoutMs: 2 * second,
  notifyKeepAliveInitialDelayMs: silentFor,
} as const

/**
 * Requests find their rows by keys. PostgreSQL keeps the plan of a statement for the life of a
 * connection, and for a table that was nearly empty it had read the whole of it: a launch day would
 * fill the table, and each log-in would go on reading all of it until the next `analyze`. The setting
 * gives a statement that must read a whole table a high cost, for which PostgreSQL compiles it each
 * time: that takes far longer than the reading, so no connection compiles.
 */
const byKey = '-c enable_seqscan=off'

/** One connection of a migration waits, with the lock, for what the other does. */
const lasting = (use: ConnectionUse) => (use === 'migrations' ? '-c idle_session_timeout=0' : '')

/** The `options` of a connection string, which the driver would take in place of ours. */
function withoutOptions(url: string): { readonly string: string; readonly options: string } {
  const form = /(?<=[?&])options=([^&]*)&?/
  const [, given = ''] = form.exec(url) ?? []
  const string = url.replace(form, '').replace(/[?&]$/, '')
  return { string, options: decodeURIComponent(given.replaceAll('+', ' ')) }
}

/** The options of clients and pools. */
interface HostSelection {
  readonly connectionString: string
  readonly stream?: () => Socket
}

interface PostgresCode {
  readonly code?: string
}

interface Address {
  readonly host: string
  readonly port: number
}

/** Milliseconds for the question whether a host is the right one. */
const answerWithin = 1000

/**
 * How a client or a pool reaches the database of a connection string. Each new connection to one of
 * several hosts goes to the first that answers and is what `target_session_attrs` asks for; a
 * certificate has to name the first host of the string.
 */
export function reachPostgres(url: string): HostSelection {
  const string = strict(url)
  const { urls, wanted } = databaseHosts(string) ?? { urls: [string], wanted: 'any' }
  const [first = string] = urls
  if (urls.length === 1 && wanted === 'any') return { connectionString: first }
  let asking: Promise<Address> | null = null
  const choose = () => {
    asking ??= Promise.any(urls.map((each) => ask(each, wanted)))
      .catch(({ errors }: AggregateError) => {
        const reasons = errors.map((error: Error) => error.message || String(error)).join('; ')
        // For callers it is a refused connection, to whichever host, unless all say the same.
        const [code = '', ...others] = new Set(
          errors.map((error: PostgresCode) => error.code ?? ''),
        )
        const isSame = code !== '' && others.length === 0
        throw Object.assign(new Error(reasons), { code: isSame ? code : 'ECONNREFUSED' })
      })
      .finally(() => (asking = null))
    return asking
  }
  return { connectionString: first, stream: () => new ChoosingSocket(choose) }
}

/** What the driver makes of the weaker modes today, without its eight lines about another day. */
function strict(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url
  return url.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, 'verify-full')
}

async function ask(url: string, wanted: string): Promise<Address> {
  const limits = { connectionTimeoutMillis: answerWithin, query_timeout: answerWithin }
  const client = new Client({ connectionString: url, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isPrimary: boolean; isWritable: boolean }>(`
      select not pg_is_in_recovery() as "isPrimary",
        current_setting('transaction_read_only') = 'off' as "isWritable"`)
    const isWanted = wanted === 'primary' ? rows[0]?.isPrimary : rows[0]?.isWritable
    const { host, port } = client
    if (wanted !== 'any' && isWanted !== true) throw new Error(`${host}:${port} is not ${wanted}`)
    return { host, port }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A socket that goes where `choose` says, instead of to the host that the client names. */
class ChoosingSocket extends Socket {
  readonly #choose: () => Promise<Address>

  constructor(choose: () => Promise<Address>) {
    super()
    this.#choose = choose
  }

  override connect(): this {
    void this.#connectToChosen()
    return this
  }

  async #connectToChosen(): Promise<void> {
    try {
      const { host, port } = await this.#choose()
      if (!this.destroyed) super.connect(port, host)
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}
