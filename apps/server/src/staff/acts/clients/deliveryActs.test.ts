import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const at = '--deployment local'
const why = '--why "the site is back"'

interface Delivery {
  readonly id: string
  readonly client: string
  readonly state: string
}

const listed = async (options = '') =>
  (await jsonOutputOf(app, `deliveries list ${options} ${at}`)) as Delivery[]

type State = 'created' | 'retry' | 'failed'

/** A delivery to a site, in the state after some tries. */
async function deliveryTo(clientId: string, queue: string, state: State, deployment = 'local') {
  const id = randomUUID()
  const now = app.clock.now()
  const { database, jobs } = app.services
  const { kysely } = database
  await jobs.boss.insert(queue, [
    { id, data: { deployment, clientId, eventId: 'evt_1', playerId: 1 } },
  ])
  const output = state === 'created' ? null : '{"message": "The site answered 500."}'
  await sql`update pgboss.job set state = ${state}, retry_count = 3, output = ${output}::jsonb,
    start_after = now() + interval '1 hour',
    completed_on = ${state === 'failed' ? now : null} where id = ${id}`.execute(kysely)
  return id
}

const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; isDue: boolean; tries: number }>`
    select state, start_after <= now() as "isDue", retry_limit - retry_count as tries
    from pgboss.job where id = ${id}`.execute(app.services.database.kysely)
  return rows[0]
}

it('deliveries that a site did not take are listed with their errors, and tried once more on an operator’s order (AT-CON2-45)', async () => {
  await deliveryTo('shop', 'account-events', 'created')
  const waits = await deliveryTo('shop', 'account-events', 'retry')
  const lost = await deliveryTo('forum', 'sign-outs', 'failed')
  const elsewhere = await deliveryTo('shop', 'account-events', 'retry', 'prod')
  expect(await listed()).toMatchObject([
    { id: lost, client: 'forum', kind: 'log-out', state: 'given up', nextTry: null },
    {
      id: waits,
      client: 'shop',
      kind: 'account event',
      state: 'failed',
      tries: 3,
      nextTry: expect.any(String),
      error: 'The site answered 500.',
    },
  ])
  expect((await listed('--client shop')).map(({ id }) => id)).toEqual([waits])

  const one = await gatehouse(app, `deliveries retry ${lost} ${at} ${why}`)
  expect(one.output).toBe('Deliveries to be tried at once: 1.\n')
  expect(await stateOf(lost)).toEqual({ state: 'retry', isDue: true, tries: 30 })
  const ofOther = await gatehouse(app, `deliveries retry --client other ${at} ${why}`)
  expect(ofOther.output).toBe('Deliveries to be tried at once: 0.\n')
  // The audit log keeps no text that names no site.
  const [entry] = (await jsonOutputOf(app, `audit list --limit 1 ${at}`)) as object[]
  expect(entry).toMatchObject({ command: 'deliveries retry', subject: 'deliveries' })
  const all = await gatehouse(app, `deliveries retry --client shop ${at} ${why}`)
  expect(all.output).toBe('Deliveries to be tried at once: 1.\n')
  expect(await stateOf(waits)).toEqual({ state: 'retry', isDue: true, tries: 30 })
  expect(await stateOf(elsewhere)).toMatchObject({ isDue: false })
})

it('a delivery of another deployment is as one that does not exist (AX-CON2-02)', async () => {
  const elsewhere = await deliveryTo('forum', 'sign-outs', 'failed', 'prod')
  for (const id of [elsewhere, 'none']) {
    const { errors } = await gatehouse(app, `deliveries retry ${id} ${at} ${why}`)
    expect(errors).toBe(`local has no delivery ${id} that failed.\n`)
  }
  expect(await stateOf(elsewhere)).toMatchObject({ state: 'failed' })
})
