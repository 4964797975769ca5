import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { lifeSeconds } from './connectionPolicy.ts'

/** More would split the traffic that makes a line worth having. */
const count = 2

/**
 * Connections on which no statement waits for the previous answer: under load,
 * PostgreSQL and we wake each other once for many of them. For reads alone, because a statement
 * that waits for a lock or the disk would block every statement behind it.
 */
export class PipelinedReads {
  readonly #settings: ClientConfig
  readonly #open: (Promise<Client> | null)[] = Array.from({ length: count }, () => null)
  #turn = 0

  constructor(settings: ClientConfig) {
    this.#settings = settings
  }

  /**
   * Runs a statement; resolves with its first row. A line that was lost is replaced at its next
   * turn.
   */
  async first<Row extends object>(statement: QueryConfig, values: readonly unknown[]) {
    this.#turn = (this.#turn + 1) % count
    const line = await (this.#open[this.#turn] ??= this.#connect(this.#turn))
    sendTogether(line)
    const { rows } = await line.query<Row>({ ...statement, values: [...values] })
    return rows[0]
  }

  async close(): Promise<void> {
    for (const line of this.#open) {
      // One that never opened need not be closed.
      await line?.then((client) => client.end()).catch(() => undefined)
    }
  }

  #connect(turn: number): Promise<Client> {
    const client = new Client({ ...this.#settings, pipeline: true })
    const line = client.connect().then(() => client)
    const forget = () => {
      if (this.#open[turn] === line) this.#open[turn] = null
    }
    // Statements that wait on it fail then.
    client.on('error', forget)
    client.on('end', forget)
    line.catch(forget)
    const retire = () => {
      forget()
      // It answers its earlier queries first.
      line.then((open) => open.end()).catch(() => undefined)
    }
    const life = setTimeout(retire, lifeSeconds * 1000).unref()
    client.on('end', () => clearTimeout(life))
    return line
  }
}

/** The queries of one turn of the event loop go out in one piece. */
function sendTogether(line: Client): void {
  const { stream } = line.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
