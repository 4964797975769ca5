import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { registerForm } from './fixtures/samples/samplePlayers.ts'
import { type ServerProcess, startServer } from './fixtures/processes/startServer.ts'
import { prepareDataFolder } from './fixtures/embeddedTemplate.ts'
import { copyOfTemplate } from './fixtures/freshDatabase.ts'

const patience = 300_000
const kills = 3
/** Registrations that a process acknowledges before its kill, while others are on their way. */
const perLife = 5

let folder: string
let environment: Record<string, string>
let dropDatabase: (() => Promise<void>) | null = null
let servers: ServerProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-main-'))
  environment = { DATA_DIR: folder }
  if (inject('template').kind === 'postgres') {
    const { url, drop } = await copyOfTemplate()
    environment['DATABASE_URL'] = url
    dropDatabase = drop
  }
})
afterEach(async () => {
  const running = servers.filter(({ child }) => (child.exitCode ?? child.signalCode) === null)
  await Promise.all(running.map((server) => stop(server, 'SIGKILL')))
  servers = []
  await dropDatabase?.()
  dropDatabase = null
  await rm(folder, { recursive: true })
})

async function start(
  given: Readonly<Record<string, string>>,
  preload?: string,
): Promise<ServerProcess> {
  const server = await startServer(given, preload)
  servers.push(server)
  return server
}

/**
 * Registers players in three lanes, kills the process meanwhile and returns the acknowledged names.
 */
async function registerUntilKilled(server: ServerProcess, prefix: string): Promise<string[]> {
  const acknowledged: string[] = []
  const killed = new AbortController()
  const register = async (lane: number) => {
    for (let count = 0; !killed.signal.aborted; count += 1) {
      const form = registerForm({ Username: `${prefix}L${lane}N${count}` })
      const status = await server.post('/api/register/new-user', form)
      if (status === 201) acknowledged.push(form.Username)
      if (acknowledged.length < perLife || killed.signal.aborted) continue
      killed.abort()
      await stop(server, 'SIGKILL')
    }
  }
  await Promise.all([0, 1, 2].map(register))
  return acknowledged
}

async function stop({ child }: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}

describe('the server process', () => {
  it(
    'loses no acknowledged registration when it is killed repeatedly',
    async () => {
      const acknowledged: string[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        const server = await start(environment)
        expect(await server.ready).toBeNull()
        acknowledged.push(...(await registerUntilKilled(server, `K${kill}`)))
      }
      const server = await start(environment)
      expect(await server.ready).toBeNull()
      expect(acknowledged.length).toBeGreaterThanOrEqual(kills * perLife)
      for (const Username of acknowledged) {
        // The name is taken: a lost row would leave the name free and the answer 201.
        const status = await server.post('/api/register/new-user', registerForm({ Username }))
        expect([status, server.output()]).toEqual([400, expect.any(String)])
      }
      expect(await stop(server, 'SIGTERM')).toBe(0)
    },
    patience,
  )

  it(
    'refuses a second process on its database and frees it on SIGTERM (T10)',
    async () => {
      const embedded = { DATA_DIR: folder }
      await prepareDataFolder(folder)
      const first = await start(embedded)
      expect(await first.ready).toBeNull()
      const second = await start(embedded)
      expect(await second.ready).toBe(1)
      expect(second.output()).toContain(`process ${first.child.pid} uses this database`)
      expect(await stop(first, 'SIGTERM')).toBe(0)
      await expect(access(join(folder, 'database.lock'))).rejects.toThrow('ENOENT')
    },
    patience,
  )

  it(
    'needs no embedded database in production, and says so where it would (N10)',
    async () => {
      const installed = 'processes/withoutPglite.ts'
      const server = await start({ DATA_DIR: folder }, installed)
      expect([await server.ready, server.output()]).toEqual([
        1,
        expect.stringMatching(
          /^Gatehouse cannot start\.\nDATA_DIR: this installation is for production/,
        ),
      ])
      const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
      const elsewhere = await start({ DATA_DIR: folder, DATABASE_URL }, installed)
      expect([await elsewhere.ready, elsewhere.output()]).toEqual([
        1,
        expect.stringMatching(/^Gatehouse cannot start\.\nDATABASE_URL: .*ECONNREFUSED/),
      ])
    },
    patience,
  )

  it(
    'names the settings that production refuses (N01)',
    async () => {
      const server = await start({ ...environment, NODE_ENV: 'production' })
      expect(await server.ready).toBe(1)
      expect(server.output()).toMatch(/SESSION_KEY is missing[^]*SMTP_URL[^]*LIMITS=off/)
    },
    patience,
  )

  it(
    'is not ready once it gets SIGTERM, serves on until the proxies know, and keeps no connection (T69)',
    async () => {
      const server = await start({ ...environment, DRAIN_SECONDS: '4' })
      expect(await server.ready).toBeNull()
      const address = `http://127.0.0.1:${server.port}`
      const readiness = async () => (await fetch(`${address}/readyz`)).status
      expect(await readiness()).toBe(200)
      const began = performance.now()
      const exited = stop(server, 'SIGTERM')
      await expect.poll(readiness, { timeout: 3000 }).toBe(503)
      const form = registerForm({ Username: 'Drained' })
      expect(await server.post('/api/register/new-user', form)).toBe(201)
      const alive = await fetch(`${address}/healthz`)
      expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close'])
      expect(await exited).toBe(0)
      expect(performance.now() - began).toBeGreaterThan(3900)
    },
    patience,
  )

  it(
    'ends at once for who asks twice at the keyboard (T69)',
    async () => {
      const server = await start({ ...environment, DRAIN_SECONDS: '300' })
      expect(await server.ready).toBeNull()
      const exited = once(server.child, 'exit')
      server.child.kill('SIGINT')
      const isDraining = () => server.output().includes('"event":"process.draining"')
      await expect.poll(isDraining).toBe(true)
      server.child.kill('SIGINT')
      expect((await exited)[0]).toBe(0)
    },
    patience,
  )
})
