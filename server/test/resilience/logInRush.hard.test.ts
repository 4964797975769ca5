import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswordHasher } from '../../src/auth/password/passwordHasher.ts'
import { FakeClock } from '../fixtures/fakeClock.ts'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'
import type { ServerProcess } from '../fixtures/processes/startServer.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* More log-ins at once than a server with production's hash costs has time for. */

const password = 'Welcome2Gatehouse'
const costs = { ARGON2_MEMORY_KIB: 12_288, ARGON2_PASSES: 3 }
const standing = new FakeClock()
let bench: ServerEnvironment
let server: ServerProcess

beforeAll(async () => {
  bench = await ServerEnvironment.open()
  server = await bench.start({
    SEED: 'on',
    ARGON2_MEMORY_KIB: String(costs.ARGON2_MEMORY_KIB),
    ARGON2_PASSES: String(costs.ARGON2_PASSES),
  })
  if ((await server.ready) !== null) throw new Error(server.output())
})
afterAll(() => bench.close())

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly milliseconds: number
}

/** A log-in with a password: its status and its duration. */
async function logIn(visitor: TestVisitor, Password: string): Promise<Answer> {
  const payload = logInForm({ UsernameOrEmail: 'PlayerOne', Password })
  const from = performance.now()
  const { statusCode, headers } = await visitor.send({
    method: 'POST',
    url: '/api/log/log-in',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  const retryAfter = headers['retry-after']?.toString()
  return { status: statusCode, retryAfter, milliseconds: performance.now() - from }
}

/** The memory of a process as Linux reports it, in MB. */
async function memoryOf({ child }: ServerProcess, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

function p95(waits: readonly number[]): number {
  const sorted = waits.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Infinity
}

/**
 * The factor by which this machine is slower than it should be: a hundred of these hashes take one
 * and a half seconds on two cores. Never less than 1.
 */
async function slownessNow(): Promise<number> {
  const { hash } = createPasswordHasher(
    { ...costs, HASHES_AT_ONCE: 2, HASHES_WAITING: 100 },
    standing,
  )
  const from = performance.now()
  await Promise.all(Array.from({ length: 100 }, () => hash('x'.repeat(50))))
  return Math.max(1, (performance.now() - from) / 1500)
}

/** Every visitor gets an answer, and a refused one also gets the time to come back. */
function expectAnsweredOrSentAway(answers: readonly Answer[], answered: number): void {
  const others = answers.filter(
    ({ status, retryAfter }) => status !== answered && !(status === 503 && Number(retryAfter) > 0),
  )
  expect(others).toEqual([])
}

/** Logs in this many visitors at the same moment, while a player with a session reads on. */
async function rush(count: number, Password: string) {
  const reader = await bench.visitor(server)
  await reader.logIn('PlayerTwo', password)
  const visitors = await Promise.all(Array.from({ length: count }, () => bench.visitor(server)))
  // The peak counts from here: starting the server took more memory.
  await writeFile(`/proc/${server.child.pid}/clear_refs`, '5')
  const before = await memoryOf(server, 'VmRSS')
  const slowBefore = await slownessNow()
  const reads: number[] = []
  const over = new AbortController()
  const reading = async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await reader.readToken()
      reads.push(performance.now() - from)
    }
  }
  const logIns = Promise.all(visitors.map((visitor) => logIn(visitor, Password)))
  const [answers] = await Promise.all([logIns.finally(() => over.abort()), reading()])
  const grown = (await memoryOf(server, 'VmHWM')) - before
  return { answers, reads, grown, slowness: Math.max(slowBefore, await slownessNow()) }
}

describe('a rush of log-ins', () => {
  it('is answered within two seconds in bounded memory for a hundred long passwords (B14)', async () => {
    const { answers, reads, grown, slowness } = await rush(100, 'x'.repeat(50))
    expectAnsweredOrSentAway(answers, 400)
    const tried = answers.filter(({ status }) => status === 400)
    // A slow machine refuses more of them.
    expect(tried.length).toBeGreaterThan(20 / slowness)
    expect(p95(answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(2000 * slowness)
    expect(p95(reads)).toBeLessThan(500 * slowness)
    expect(grown).toBeLessThan(150)
  })

  it('is answered or refused for four hundred visitors, and sessions stay quick (B14)', async () => {
    const { answers, reads, grown, slowness } = await rush(400, password)
    expectAnsweredOrSentAway(answers, 200)
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(20 / slowness)
    expect(p95(done.map(({ milliseconds }) => milliseconds))).toBeLessThan(2000 * slowness)
    expect(p95(reads)).toBeLessThan(500 * slowness)
    expect(grown).toBeLessThan(150)
    // The refusals end with the rush.
    expect((await logIn(await bench.visitor(server), password)).status).toBe(200)
  })
})
