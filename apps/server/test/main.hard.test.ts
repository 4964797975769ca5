import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataFolder } from './fixtures/embeddedTemplate.ts'
import { ServerEnvironment } from './fixtures/processes/serverEnvironment.ts'
import type { ServerProcess } from './fixtures/processes/startServer.ts'
import { registerForm } from './fixtures/samples/samplePlayers.ts'

const kills = 3
/** Registrations that a process acknowledges before its kill, while others are on their way. */
const perLife = 5

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open()
})
afterEach(() => bench.close())

/** Settings for the embedded database, whatever the run has. */
const embedded = () => ({ DATA_DIR: join(bench.folder, 'embedded'), DATABASE_URL: '' })

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
  it('loses no acknowledged registration when it is killed repeatedly', async () => {
    const acknowledged: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await bench.start()
      expect(await server.ready).toBeNull()
      acknowledged.push(...(await registerUntilKilled(server, `K${kill}`)))
    }
    const server = await bench.start()
    expect(await server.ready).toBeNull()
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills * perLife)
    for (const Username of acknowledged) {
      // The name is taken: a lost row would leave the name free and the answer 201.
      const status = await server.post('/api/register/new-user', registerForm({ Username }))
      expect([status, server.output()]).toEqual([400, expect.any(String)])
    }
    expect(await stop(server, 'SIGTERM')).toBe(0)
  })
})

describe('the server process on the embedded database', () => {
  it('refuses a second process on it and frees it on SIGTERM (T10)', async () => {
    const { DATA_DIR } = embedded()
    await prepareDataFolder(DATA_DIR)
    const first = await bench.start(embedded())
    expect(await first.ready).toBeNull()
    const second = await bench.start(embedded())
    expect(await second.ready).toBe(1)
    expect(second.output()).toContain(`process ${first.child.pid} uses this database`)
    expect(await stop(first, 'SIGTERM')).toBe(0)
    await expect(access(join(DATA_DIR, 'database.lock'))).rejects.toThrow('ENOENT')
  })

  it('does without it in production, and says so where it would need it (N10)', async () => {
    const installed = 'processes/withoutPglite.ts'
    const server = await bench.start(embedded(), installed)
    expect([await server.ready, server.output()]).toEqual([
      1,
      expect.stringMatching(
        /^Gatehouse cannot start\.\nDATA_DIR: this installation is for production/,
      ),
    ])
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
    const elsewhere = await bench.start({ ...embedded(), DATABASE_URL }, installed)
    expect([await elsewhere.ready, elsewhere.output()]).toEqual([
      1,
      expect.stringMatching(/^Gatehouse cannot start\.\nDATABASE_URL: .*ECONNREFUSED/),
    ])
  })
})
