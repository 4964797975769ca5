import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'
import type { ServerProcess } from '../fixtures/processes/startServer.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* More log-ins at once than a server with production's hash costs has time for. */

const password = 'Welcome2Gatehouse'
const costs = { ARGON2_MEMORY_KIB: 12_288, ARGON2_PASSES: 3 }
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
}

/** A log-in with a password. */
async function logIn(visitor: TestVisitor, Password: string): Promise<Answer> {
  const payload = logInForm({ UsernameOrEmail: 'PlayerOne', Password })
  const { statusCode, headers } = await visitor.send({
    method: 'POST',
    url: '/api/log/log-in',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  return { status: statusCode, retryAfter: headers['retry-after']?.toString() }
}

/** The memory of a process as Linux reports it, in MB. */
async function memoryOf({ child }: ServerProcess, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
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
  let hashed = 0
  /** The log-ins that were answered, after a hash, between two reads. */
  const between: number[] = []
  const over = new AbortController()
  const reading = async () => {
    while (!over.signal.aborted) {
      const from = hashed
      await reader.readToken()
      between.push(hashed - from)
    }
  }
  const logIns = Promise.all(
    visitors.map(async (visitor) => {
      const answer = await logIn(visitor, Password)
      if (answer.status !== 503) hashed += 1
      return answer
    }),
  )
  const [answers] = await Promise.all([logIns.finally(() => over.abort()), reading()])
  const grown = (await memoryOf(server, 'VmHWM')) - before
  return { answers, hashed, between, grown }
}

describe('a rush of log-ins', () => {
  it('is answered or refused in bounded memory for a hundred long passwords (B14)', async () => {
    const { answers, hashed, between, grown } = await rush(100, 'x'.repeat(50))
    expectAnsweredOrSentAway(answers, 400)
    expect(hashed).toBeGreaterThan(4)
    expect(Math.max(...between)).toBeLessThan(hashed)
    expect(grown).toBeLessThan(150)
  })

  it('is answered or refused for four hundred visitors, and no session waits for all of them (B14)', async () => {
    const { answers, hashed, between, grown } = await rush(400, password)
    expectAnsweredOrSentAway(answers, 200)
    expect(hashed).toBeGreaterThan(4)
    expect(Math.max(...between)).toBeLessThan(hashed)
    expect(grown).toBeLessThan(150)
    // The refusals end with the rush.
    expect((await logIn(await bench.visitor(server), password)).status).toBe(200)
  })
})
