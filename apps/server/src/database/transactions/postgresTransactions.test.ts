import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isSpread } from '../../../test/fixtures/isSpread.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { countTwoAttempts } from '../auth/attempts.ts'
import { after } from '../../platform/clock.ts'
import { inTransaction } from './inTransaction.ts'
import type { Tables } from '../schema/rows.ts'

/* Only PostgreSQL has two transactions at once. */

let app: TestApp
let kysely: Kysely<Tables>

beforeEach(async () => {
  app = await startApp({ withoutTrouble: true })
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
  // Citus may end both, and again.
  expect(isSpread ? tries >= 3 : tries === 3).toBe(true)
  expect(await app.services.metrics.read()).toContain(
    `gatehouse_transaction_retries_total{code="40P01"} ${tries - 2}\n`,
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

/** Refuses rows of a table by a conflict, the first times that some come. */
async function refuseFirst(times: number, when: 'before' | 'constraint'): Promise<void> {
  // A sequence keeps its value when a transaction rolls back.
  await sql`create sequence tries minvalue -9 start 1`.execute(kysely)
  await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(
    `begin if nextval('tries') <= ${times} then
      raise exception 'in the way' using errcode = '40001'; end if; return new; end`,
  )}`.execute(kysely)
  const timing = when === 'before' ? 'trigger refusing before' : 'constraint trigger refusing after'
  const deferred = when === 'before' ? '' : 'deferrable initially deferred'
  await sql`create ${sql.raw(timing)} insert on email_rules ${sql.raw(deferred)}
    for each row execute function refuse()`.execute(kysely)
}

const rule = (domain: string) => ({ deployment: 'local', domain, kind: 'invalid' }) as const
const domains = async () =>
  (await kysely.selectFrom('email_rules').select('domain').execute()).map(({ domain }) => domain)

it.skipIf(isSpread)(
  'a statement outside of a transaction begins again after a conflict, prepared or not, three times at most (T88)',
  async () => {
    await refuseFirst(3, 'before')
    await kysely.insertInto('email_rules').values(rule('a.test')).execute()
    await sql`select setval('tries', 1, false)`.execute(kysely)
    const text = `insert into email_rules (deployment, domain, kind) values ('local', $1, 'invalid')`
    await app.services.database.write({ name: 'rule', text }, ['b.test'])
    expect((await domains()).toSorted()).toEqual(['a.test', 'b.test'])
    expect(await app.services.metrics.read()).toContain(
      'gatehouse_transaction_retries_total{code="40001"} 6\n',
    )
    await sql`drop trigger refusing on email_rules`.execute(kysely)
    await sql`create trigger refusing before delete on email_rules
    for each statement execute function refuse()`.execute(kysely)
    await sql`select setval('tries', -9)`.execute(kysely)
    await expect(kysely.deleteFrom('email_rules').execute()).rejects.toMatchObject({
      code: '40001',
    })
  },
)

it.skipIf(isSpread)(
  'a conflict within a transaction, or at its commit, repeats no part of it alone (T88)',
  async () => {
    await refuseFirst(1, 'constraint')
    const write = () =>
      kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('email_rules').values(rule('a.test')).execute()
      })
    await expect(write()).rejects.toMatchObject({ code: '40001' })
    expect(await domains()).toEqual([])
    await sql`select setval('tries', 1, false)`.execute(kysely)
    let tries = 0
    await inTransaction(kysely, async (transaction) => {
      tries += 1
      await transaction
        .insertInto('email_rules')
        .values(rule(`${tries}.test`))
        .execute()
    })
    expect([tries, await domains()]).toEqual([2, ['2.test']])
  },
)
