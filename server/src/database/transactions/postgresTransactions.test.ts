import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { countTwoAttempts } from '../auth/attempts.ts'
import { after } from '../../platform/clock.ts'
import { inTransaction } from './inTransaction.ts'
import type { Tables } from '../schema/rows.ts'

/* Only PostgreSQL has two transactions at once. */

let app: TestApp
let kysely: Kysely<Tables>

beforeEach(async () => {
  app = await startApp()
  kysely = app.services.database.kysely
})
afterEach(() => app.close())

const sorted = (counts: readonly number[]) => counts.toSorted((a, b) => a - b)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

const counter = { deployment: 'local', kind: 'waits', count: 0, resets_at: new Date(0) }

/** Resolves for everybody once so many have come. */
function meeting(many: number): () => Promise<void> {
  let came = 0
  let open: () => void
  const promise = new Promise<void>((resolve) => (open = resolve))
  return () => {
    came += 1
    if (came >= many) open()
    return promise
  }
}

it('two transactions that wait for each other both succeed, and the metric counts the one that begins again (T88)', async () => {
  const keys = [Buffer.from('one'), Buffer.from('another')] as const
  const rows = keys.map((subject_hash) => ({ ...counter, subject_hash }))
  await kysely.insertInto('attempts').values(rows).execute()
  const bothHoldOne = meeting(2)
  let tries = 0
  const write = (by: number, hashes: readonly Buffer[]) =>
    inTransaction(kysely, async (transaction) => {
      tries += 1
      for (const subject_hash of hashes) {
        await transaction
          .updateTable('attempts')
          .set((eb) => ({ count: eb('count', '+', by) }))
          .where('deployment', '=', counter.deployment)
          .where('kind', '=', counter.kind)
          .where('subject_hash', '=', subject_hash)
          .execute()
        await bothHoldOne()
      }
    })
  await Promise.all([write(1, keys), write(10, keys.toReversed())])
  const written = await kysely
    .selectFrom('attempts')
    .select('count')
    .where('kind', '=', counter.kind)
    .execute()
  expect(written).toEqual([{ count: 11 }, { count: 11 }])
  expect(tries).toBe(3)
  expect(await app.services.metrics.read()).toContain(
    'gatehouse_transaction_retries_total{code="40P01"} 1\n',
  )
})

it('of forty attempts at one moment on two servers, none passes another on either counter (T88)', async () => {
  const beside = await startApp({ beside: app })
  const databases = [app.services.database, beside.services.database]
  const now = app.clock.now()
  const resetsAt = after(now, 60)
  const one = { kind: 'one', subject: 'a', resetsAt, max: 7 }
  const counted = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => {
      const other = { kind: 'other', subject: 'b', resetsAt }
      return countTwoAttempts(
        databases[turn % 2] ?? app.services.database,
        'local',
        now,
        one,
        other,
      )
    }),
  )
  expect(sorted(counted.map(([{ count }]) => count))).toEqual(upTo(40))
  const others = counted.flatMap(([, other]) => (other === null ? [] : [other.count]))
  expect(sorted(others)).toEqual(upTo(7))
  expect(counted.every(([{ count }, other]) => (other === null) === count > 7)).toBe(true)
  await beside.close()
})
