import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/freePort.mjs'
import { serverFlags } from '../../scripts/serverFlags.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server of the test's own, with the sample players and a database that nobody else has. */
export class OwnServer {
  readonly address: string
  readonly #folder: string
  readonly #process: ChildProcess

  /** Starts it with settings that the bench's server does not have. Resolves when it answers. */
  static async start(settings: Readonly<Record<string, string>>): Promise<OwnServer> {
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-own-'))
    const child = spawn(process.execPath, [...serverFlags, 'server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: String(port),
        DATA_DIR: folder,
        LIMITS: 'off',
        SEED: 'on',
        ...settings,
      },
    })
    const server = new OwnServer(port, folder, child)
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Server listening at http')) resolve()
      })
      child.on('exit', () => reject(new Error(`The server does not start:\n${output}`)))
    })
    return server
  }

  constructor(port: number, folder: string, process: ChildProcess) {
    this.address = `http://localhost:${port}`
    this.#folder = folder
    this.#process = process
  }

  /** Tries to log in to LOCAL; resolves when it was answered. */
  async logIn(UsernameOrEmail: string, Password: string): Promise<void> {
    const answer = await fetch(`${this.address}/api/log/log-in`, {
      method: 'POST',
      headers: { 'x-api-key': 'sample-local-key', 'content-type': 'application/json' },
      body: JSON.stringify({ UsernameOrEmail, Password }),
    })
    await answer.text()
  }

  async end(): Promise<void> {
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exited
    await rm(this.#folder, { recursive: true })
  }
}
