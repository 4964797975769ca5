import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeOverRuns } from '../../src/staff/acts/orders/takeOverRuns.ts'
import {
  type ActBench,
  changingNames,
  openBench,
  rowOf,
  sampleOf,
} from '../fixtures/acts/openBench.ts'
import type { ChangingName } from '../fixtures/acts/actSamples.ts'
import { onStatement } from '../fixtures/crashes/onStatement.ts'

/*
 * Each act that staff may order, whose server dies before every third of its statements: another server
 * takes it over, and the order is repeated with its key. What is answered is what is kept.
 */

/** Statements between two deaths. */
const stride = 3

let bench: ActBench
let endListening: () => void

/** The order whose server dies, and the statements that it sends before. */
const dying = new AsyncLocalStorage<{ left: number }>()

beforeAll(async () => {
  bench = await openBench()
  endListening = onStatement((statement) => {
    const order = dying.getStore()
    // The connection of a dead server is rolled back.
    if (order === undefined || statement.startsWith('rollback')) return
    order.left -= 1
    if (order.left < 0) throw new Error('The server has died.')
  })
})
afterAll(async () => {
  endListening()
  await bench.close()
})

/** Orders at a server that dies after so many statements; answers whether it did. */
async function orderAndDie(name: ChangingName, given: object, key: string, after: number) {
  const order = { left: after }
  await dying.run(order, () => bench.send(name, given, { key }))
  return order.left < 0
}

/** Another server sees that the first one is silent. */
async function takeOver(): Promise<void> {
  await sql`update act_runs set beat_at = beat_at - interval '46 seconds' where state = 'running'`.execute(
    bench.kysely,
  )
  await takeOverRuns(bench.test.app.services).run(new AbortController().signal)
}

it.each(changingNames)(
  '%s is done once, or said to have broken off, wherever its server dies',
  async (name) => {
    const { needsApproval, kind, isResumed } = rowOf(name)
    const { entries = 1 } = sampleOf(name)
    const wrong: unknown[] = []
    for (let after = 0; ; after += stride) {
      const given = await bench.order(name)
      const key = randomUUID()
      await bench.kysely.deleteFrom('repeated_orders').execute()
      const before = await bench.kept(name)
      const hasDied = await orderAndDie(name, given, key, after)
      await takeOver()
      const again = await bench.send(name, given, { key })
      const kept = await bench.kept(name)
      const noted = kept.entries.length - before.entries.length
      const requests = kept.requests - before.requests
      const isDone =
        again.error === null && (needsApproval ? requests === 1 && noted === 0 : noted === entries)
      // Where it has several transactions, what was done so far stays, and it is said that the end is not known.
      const isLong = kind === 'long' && !needsApproval && !isResumed
      const isBrokenOff =
        isLong &&
        ['BROKEN_OFF', 'REPEATED', 'DECIDED'].includes(again.error ?? '') &&
        noted <= entries
      if (!(isDone || isBrokenOff) || kept.running > 0)
        wrong.push({ after, again, noted, ...kept, requests })
      if (!hasDied) break
    }
    expect(wrong.map((each) => JSON.stringify(each).slice(0, 300)).join('\n')).toBe('')
  },
)
