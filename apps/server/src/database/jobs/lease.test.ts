import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { inTransaction } from '../transactions/inTransaction.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
})
afterAll(() => app.close())

/** The job as it looks after so many seconds without a sign of life, when it was looked for. */
async function afterSilence(seconds: number) {
  const { jobs, database } = app.services
  const { kysely } = database
  await sql`update pgboss.job set heartbeat_on = now() - make_interval(secs => ${seconds}::float)
    where name = 'of-a-test'`.execute(kysely)
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely)
  await jobs.boss.supervise('of-a-test')
  const { rows } = await sql<{ state: string; wait: number }>`
    select state, extract(epoch from start_after - now())::float as wait
    from pgboss.job where name = 'of-a-test'`.execute(kysely)
  return rows[0]
}

it('a job whose server was killed is free again after ten seconds, and waits for at most ten more', async () => {
  const { jobs, database } = app.services
  const queue = await jobs.openQueue<{ readonly n: number }>('of-a-test', () => Promise.resolve())
  await inTransaction(database.kysely, (transaction) => queue.post(transaction, { n: 1 }))
  // Taken by a server that does nothing more.
  expect(await jobs.boss.fetch('of-a-test')).toHaveLength(1)
  expect(await afterSilence(8)).toMatchObject({ state: 'active' })
  const free = await afterSilence(11)
  expect(free?.state).toBe('retry')
  expect(free?.wait).toBeLessThan(10.1)
})

it('a run of a schedule whose server was killed begins again', async () => {
  const { jobs, database } = app.services
  await jobs.prepareQueue('nightly-test', 'exclusive')
  await jobs.runOnSchedule('nightly-test', '0 3 * * *', () => new Promise(() => undefined))
  const { rows } = await sql<{ options: object }>`
    select options from pgboss.schedule where name = 'nightly-test'`.execute(database.kysely)
  expect(rows[0]?.options).toMatchObject({ heartbeatSeconds: 10, retryLimit: 3 })
})
