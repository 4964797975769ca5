import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/freePort.mjs'

const main = fileURLToPath(new URL('../../../stand-ins/src/main.ts', import.meta.url))
const outside = new URL('../../../scripts/outside.mjs', import.meta.url)

interface Outside {
  readonly outsideAt: (standIns: string) => Readonly<Record<string, string>>
}

/** The outside world in a process of its own, over its real protocols. */
export interface StandIns {
  readonly origin: string
  /** Settings that point a server at them. */
  readonly settings: Readonly<Record<string, string>>
  /** Where names are answered, as `host:port`. */
  readonly nameServer: string
  /** What one stand-in was asked since its last reset. */
  readonly requests: (name: string) => Promise<readonly { method: string; url: string }[]>
  /** Turns switches of one stand-in. */
  readonly turn: (name: string, switches: object) => Promise<void>
  /** Says whom one stand-in knows, in its own shape. */
  readonly people: (name: string, users: readonly object[]) => Promise<void>
  /** Puts one stand-in back as it was. */
  readonly reset: (name: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startStandIns(): Promise<StandIns> {
  const [port, smtpPort, dnsPort] = [await freePort(), await freePort(), await freePort()]
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      STAND_INS_PORT: String(port),
      SMTP_PORT: String(smtpPort),
      DNS_PORT: String(dnsPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilReady(child)
  const origin = `http://127.0.0.1:${port}`
  const send = async (path: string, method: string, body?: object) => {
    const json = { 'content-type': 'application/json' }
    const init = body ? { method, headers: json, body: JSON.stringify(body) } : { method }
    const response = await fetch(`${origin}${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return response
  }
  const { outsideAt } = (await import(outside.href)) as Outside
  return {
    origin,
    nameServer: `127.0.0.1:${dnsPort}`,
    settings: outsideAt(origin),
    async requests(name) {
      const response = await send(`/__standin/${name}/requests`, 'GET')
      return (await response.json()) as { method: string; url: string }[]
    },
    async turn(name, switches) {
      await send(`/__standin/${name}/switches`, 'PUT', switches)
    },
    async people(name, users) {
      await send(`/__standin/${name}/users`, 'PUT', users)
    },
    async reset(name) {
      await send(`/__standin/${name}/reset`, 'POST')
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Resolves at its first line, which it prints once it listens. */
async function untilReady(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The stand-ins ended with ${code}.`)
  })
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited])
}
