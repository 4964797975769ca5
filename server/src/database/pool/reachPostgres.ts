import { Socket } from 'node:net'
import { Client } from 'pg'
import { databaseHosts } from '../../platform/config/databaseHosts.ts'

/** The options of clients and pools. */
export interface HostSelection {
  readonly connectionString: string
  readonly stream?: () => Socket
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
  const { urls, wanted } = databaseHosts(url) ?? { urls: [url], wanted: 'any' }
  const [first = url] = urls
  if (urls.length === 1 && wanted === 'any') return { connectionString: first }
  let asking: Promise<Address> | null = null
  const choose = () => {
    asking ??= Promise.any(urls.map((each) => ask(each, wanted)))
      .catch(({ errors }: AggregateError) => {
        const reasons = errors.map((error: Error) => error.message || String(error)).join('; ')
        // For callers it is a refused connection, to whichever host.
        throw Object.assign(new Error(reasons), { code: 'ECONNREFUSED' })
      })
      .finally(() => (asking = null))
    return asking
  }
  return { connectionString: first, stream: () => new ChoosingSocket(choose) }
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
