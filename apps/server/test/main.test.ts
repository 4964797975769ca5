import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/freePort.mjs'
import { refusedStart } from './fixtures/processes/refusedStart.ts'
import { ServerEnvironment } from './fixtures/processes/serverEnvironment.ts'
import { registerForm } from './fixtures/samples/samplePlayers.ts'

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open()
})
afterEach(() => bench.close())

function isOpen(port: number | string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}

describe('the server process', () => {
  it('names the settings that production refuses (N01)', async () => {
    const refused = await refusedStart({ ...bench.environment, NODE_ENV: 'production' })
    expect(refused).toMatch(/SESSION_KEY is missing[^]*SMTP_URL[^]*LIMITS=off/)
  })

  it('that listens for the console alone has no port for players, and the other way round', async () => {
    const port = await freePort()
    const staffFile = fileURLToPath(new URL('../../../deploy/staff.sample.json', import.meta.url))
    const console = {
      CONSOLE_URL: `http://console.localhost:${port}`,
      CONSOLE_PORT: String(port),
      STAFF_ISSUER: 'http://127.0.0.1:9',
      STAFF_CLIENT_SECRET: 'a secret of the console',
      STAFF_FILE: staffFile,
    }
    const players = await bench.start({ ...console, LISTEN_FOR: 'players' })
    expect(await players.ready).toBeNull()
    expect([await isOpen(players.port), await isOpen(port)]).toEqual([true, false])
    players.child.kill('SIGTERM')
    await once(players.child, 'exit')
    const staff = await bench.start({ ...console, LISTEN_FOR: 'console' })
    await expect.poll(() => isOpen(port)).toBe(true)
    expect(await isOpen(staff.port)).toBe(false)
  })

  it('is not ready once it gets SIGTERM, serves on until the proxies know, and ends at once when it is interrupted meanwhile (T69)', async () => {
    const server = await bench.start({ DRAIN_SECONDS: '300' })
    expect(await server.ready).toBeNull()
    const address = `http://127.0.0.1:${server.port}`
    const readiness = async () => (await fetch(`${address}/readyz`)).status
    expect(await readiness()).toBe(200)
    const exited = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    await expect.poll(readiness).toBe(503)
    const form = registerForm({ Username: 'Drained' })
    expect(await server.post('/api/register/new-user', form)).toBe(201)
    const alive = await fetch(`${address}/healthz`)
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close'])
    expect(server.output()).toContain('"event":"process.draining"')
    server.child.kill('SIGINT')
    expect((await exited)[0]).toBe(0)
  })
})
