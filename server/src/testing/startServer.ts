import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/freePort.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The real server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly port: number
  /** What it wrote so far, to either output. */
  readonly output: () => string
  /** Resolves when it answers, or with its exit code when it does not want to. */
  readonly ready: Promise<number | null>
  /** Sends a call to LOCAL; resolves with its status, 0 when the connection broke. */
  readonly post: (path: string, body: object) => Promise<number>
}

/** Starts it; `preload` is a module of this folder that is loaded before it. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  preload?: string,
): Promise<ServerProcess> {
  const port = Number(environment['PORT'] ?? (await freePort()))
  const imports = preload === undefined ? [] : ['--import', `./server/src/testing/${preload}`]
  const child = spawn(process.execPath, [...imports, 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      LIMITS: 'off',
      ARGON2_MEMORY_KIB: '8',
      ARGON2_PASSES: '1',
      ...environment,
    },
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const listening = new Promise<null>((resolve) => {
    child.stdout?.on('data', () => {
      if (output.includes('Server listening at http')) resolve(null)
    })
  })
  return {
    child,
    port,
    output: () => output,
    ready: Promise.race([listening, exited]),
    post: (path, body) => post(port, path, body),
  }
}

function post(port: number, path: string, body: object): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      {
        port,
        path,
        method: 'POST',
        headers: {
          host: `localhost:${port}`,
          'x-api-key': 'sample-local-key',
          'content-type': 'application/json',
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(JSON.stringify(body))
  })
}
