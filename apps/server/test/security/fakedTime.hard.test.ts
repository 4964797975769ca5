import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/platform/config/settings.ts'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'
import type { ServerProcess } from '../fixtures/processes/startServer.ts'
import { solveProof } from '../fixtures/solveProof.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* A real process on a system with a wrong time, through Debian's package faketime. */

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
// oxlint-disable-next-line no-console -- what is not tested is said aloud
if (library === undefined) console.warn('T30 IS NOT RUN under libfaketime: install faketime.')

const minute = 60
const hour = 60 * minute
const password = 'Welcome2Gatehouse'
const freeGuesses = limits.wrongPasswordsFromKnownAddress.max + limits.wrongPasswords.max
let bench: ServerEnvironment

beforeAll(async () => {
  bench = await ServerEnvironment.open()
})
afterAll(() => bench.close())

/** Sets the server's clock this many seconds before or behind the right time. */
function shift(seconds: number): Promise<void> {
  return writeFile(join(bench.folder, 'time'), `${seconds < 0 ? '' : '+'}${seconds}\n`)
}

async function startFaked(preload: string): Promise<ServerProcess> {
  await shift(0)
  const server = await bench.start({
    SEED: 'on',
    LIMITS: 'on',
    LD_PRELOAD: preload,
    FAKETIME_TIMESTAMP_FILE: join(bench.folder, 'time'),
    FAKETIME_NO_CACHE: '1',
    // A jump of the clock leaves monotonic time alone, as it does on a real machine.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  if ((await server.ready) !== null) throw new Error(server.output())
  return server
}

describe.runIf(library)('a server on a system with a wrong time', () => {
  it('keeps a session as long as planned and a limit no longer (T30)', async () => {
    const server = await startFaked(library ?? '')
    const player = await bench.visitor(server)
    await player.logIn('PlayerOne', password)
    const { ExprireAt } = await player.readToken()
    for (const jump of [-5 * minute, 5 * minute, -hour, 0]) {
      await shift(jump)
      // Node renews the Date header of its answers once a second.
      await expect.poll(() => isShifted(player, jump)).toBe(true)
      expect(await player.readToken()).toMatchObject({ ExprireAt, Validated: true })
    }

    const guesser = await bench.visitor(server)
    // The player has just logged in from this address, which is known and has its own tries.
    for (let count = 0; count < freeGuesses; count += 1) await waitAfterGuess(guesser)
    const before = await waitAfterGuess(guesser)
    expect(before).toBeGreaterThan(0)
    await shift(-hour)
    const after = await waitAfterGuess(guesser)
    expect(after).toBeLessThanOrEqual(before)
    const { options } = await solveProof(guesser)
    await shift(after - hour)
    const body = logInForm({ UsernameOrEmail: 'PlayerOne', Password: password })
    await guesser.call('logIn', { body }, options)

    const left = (Date.parse(ExprireAt) - Date.now()) / 1000
    await shift(left + minute)
    expect(await player.readToken()).toMatchObject({ Validated: false, Value: '' })
  })
})

/**
 * True when the server's clock differs from ours by this much, by the Date header of its answers.
 */
async function isShifted(visitor: TestVisitor, seconds: number): Promise<boolean> {
  await visitor.readToken()
  const offset = (Date.parse(String(visitor.last?.headers['date'])) - Date.now()) / 1000
  return Math.abs(offset - seconds) < 10
}

/** Sends a wrong password; returns the seconds until the next try is allowed. */
async function waitAfterGuess(visitor: TestVisitor): Promise<number> {
  const body = logInForm({ UsernameOrEmail: 'PlayerOne', Password: 'wrong-1' })
  await visitor.refused('logIn', { body })
  return Number(visitor.last?.headers['retry-after'] ?? 0)
}
