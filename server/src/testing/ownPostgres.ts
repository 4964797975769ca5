import { execFile, type SpawnOptions } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../../scripts/freePort.mjs'

const scripts = new URL('../../../scripts/postgres.mjs', import.meta.url)
const execute = promisify(execFile)

interface Finding {
  readonly findBinaries: () => string | null
  readonly ownerForRoot: () => Pick<SpawnOptions, 'uid' | 'gid'>
}

type Run = (binary: string, args: readonly string[]) => Promise<unknown>

/** A PostgreSQL that a test stops and starts as it likes, safe as it comes: nothing is switched off. */
export class OwnPostgres {
  readonly url: string
  readonly folder: string
  readonly #port: number
  readonly #run: Run

  private constructor(folder: string, port: number, run: Run) {
    this.folder = folder
    this.#port = port
    this.#run = run
    this.url = `postgres://gatehouse@127.0.0.1:${port}/postgres`
  }

  static async open(): Promise<OwnPostgres> {
    const { findBinaries, ownerForRoot } = (await import(scripts.href)) as Finding
    const binaries = findBinaries()
    if (binaries === null) throw new Error('PostgreSQL is not here.')
    const owner = ownerForRoot()
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-own-postgres-'))
    if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? owner.uid)
    const run: Run = (binary, args) =>
      execute(join(binaries, binary), args, { ...owner, cwd: folder, timeout: 60_000 })
    const postgres = new OwnPostgres(folder, await freePort(), run)
    await run('initdb', [
      '-D',
      join(folder, 'data'),
      '-U',
      'gatehouse',
      '-A',
      'trust',
      '-E',
      'UTF8',
    ])
    await postgres.start()
    return postgres
  }

  async start(): Promise<void> {
    const settings = `-c listen_addresses=127.0.0.1 -c port=${this.#port} -c unix_socket_directories=`
    await this.#control(['start', '-l', join(this.folder, 'log'), '-o', settings])
  }

  /** `immediate` is its crash, `fast` what an operator does. */
  async stop(mode: 'immediate' | 'fast'): Promise<void> {
    await this.#control(['stop', '-m', mode])
  }

  async query(text: string, values: readonly unknown[] = []) {
    const client = new Client(this.url)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text, [...values])).rows
    } finally {
      await client.end()
    }
  }

  async close(): Promise<void> {
    await this.stop('immediate').catch(() => undefined)
    await rm(this.folder, { recursive: true, force: true })
  }

  #control(args: readonly string[]): Promise<unknown> {
    return this.#run('pg_ctl', ['-D', join(this.folder, 'data'), '-w', ...args])
  }
}
