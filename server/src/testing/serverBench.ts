import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type DeploymentFile, deploymentOf } from '../deployments.ts'
import { copyOfTemplate } from './freshDatabase.ts'
import { overHttp } from './overHttp.ts'
import { type ServerProcess, startServer } from './startServer.ts'
import { TestVisitor } from './testVisitor.ts'

const local = new URL('../../../deployments/local.json', import.meta.url)

/** A folder, a database of the run's kind, and the real servers that are started over them. */
export class ServerBench {
  readonly folder: string
  /** Settings with which a server finds both. */
  readonly environment: Readonly<Record<string, string>>
  readonly #drop: () => Promise<void>
  readonly #servers: ServerProcess[] = []

  private constructor(
    folder: string,
    environment: Readonly<Record<string, string>>,
    drop: () => Promise<void>,
  ) {
    this.folder = folder
    this.environment = environment
    this.#drop = drop
  }

  static async open(): Promise<ServerBench> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
    const usual = { DATA_DIR: folder, PORTAL_DIST: join(folder, 'none') }
    if (inject('template').kind === 'pglite') {
      return new ServerBench(folder, usual, () => Promise.resolve())
    }
    const { url, drop } = await copyOfTemplate()
    return new ServerBench(folder, { ...usual, DATABASE_URL: url }, drop)
  }

  /** Starts a server, whether it gets ready or not. */
  async start(given: Readonly<Record<string, string>> = {}, preload?: string) {
    const server = await startServer({ ...this.environment, ...given }, preload)
    this.#servers.push(server)
    return server
  }

  /** A visitor of LOCAL on a server. */
  async visitor({ port }: ServerProcess): Promise<TestVisitor> {
    const file = JSON.parse(await readFile(local, 'utf8')) as DeploymentFile
    const deployment = deploymentOf('local', file, { PORT: String(port) })
    return new TestVisitor(overHttp(port), deployment, '')
  }

  async close(): Promise<void> {
    const running = this.#servers.filter(
      ({ child }) => (child.exitCode ?? child.signalCode) === null,
    )
    await Promise.all(
      running.map(async ({ child }) => {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }),
    )
    await this.#drop()
    await rm(this.folder, { recursive: true, force: true })
  }
}
