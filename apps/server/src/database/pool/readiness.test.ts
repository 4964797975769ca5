import { beforeEach, expect, it } from 'vitest'
import { FakeClock } from '../../../test/fixtures/fakeClock.ts'
import { Readiness } from './readiness.ts'

let clock: FakeClock
/** The answers of the database. */
let isReadOnly: boolean
let hasRoom: boolean
let tries: number
/** For each question, whether it went over a new connection. */
let connections: boolean[]
let readiness: Readiness

const full = Object.assign(new Error('could not extend file'), { code: '53100' })
const readOnly = Object.assign(new Error('in a read-only transaction'), { code: '25006' })

beforeEach(() => {
  clock = new FakeClock()
  ;[isReadOnly, hasRoom, tries, connections] = [false, true, 0, []]
  const questions = {
    isReadOnly: async (on: { newConnection: boolean }) => {
      connections.push(on.newConnection)
      return isReadOnly
    },
    tryWriting: async () => {
      tries += 1
      if (!hasRoom) throw full
    },
  }
  readiness = new Readiness(questions, clock)
})

it('answers with what it knows while a question waits, and with the truth as soon as it has it (T80)', async () => {
  const answers: ((error?: Error) => void)[] = []
  const waiting = new Readiness({
    isReadOnly: () =>
      new Promise<boolean>((resolve, reject) =>
        answers.push((error) => (error ? reject(error) : resolve(false))),
      ),
    tryWriting: () => Promise.resolve(),
  })
  const first = waiting.ask()
  answers[0]?.()
  expect(await first).toBe('ready')
  // The second question has no answer yet.
  expect(await waiting.ask()).toBe('ready')
  const failing = waiting.ask()
  answers[1]?.(new Error('timeout'))
  expect(await failing).toBe('unreachable')
  const again = waiting.ask()
  answers[2]?.()
  expect([answers.length, await again]).toEqual([3, 'ready'])
})

it('knows a read-only database by a question and by a refused write, which a new connection confirms', async () => {
  isReadOnly = true
  expect([await readiness.ask(), readiness.refusal]).toEqual(['read-only', 'read-only'])
  isReadOnly = false
  expect([await readiness.ask(), readiness.refusal]).toEqual(['ready', null])
  readiness.note(readOnly)
  expect(readiness.refusal).toBe('read-only')
  expect(await readiness.ask()).toBe('ready')
  expect(connections).toEqual([false, false, true])
})

it('knows a full disk from a write that met it until a write that needs room finds it', async () => {
  readiness.note(new Error('another one'))
  expect([await readiness.ask(), readiness.refusal]).toEqual(['ready', null])
  readiness.note(full)
  hasRoom = false
  expect(readiness.refusal).toBe('disk full')
  expect([await readiness.ask(), await readiness.ask(), tries]).toEqual([
    'disk full',
    'disk full',
    0,
  ])
  clock.advance(10)
  expect([await readiness.ask(), await readiness.ask(), tries]).toEqual([
    'disk full',
    'disk full',
    1,
  ])
  hasRoom = true
  clock.advance(10)
  expect([await readiness.ask(), readiness.refusal, tries]).toEqual(['ready', null, 2])
})
