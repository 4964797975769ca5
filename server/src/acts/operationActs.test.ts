import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import { registerForm } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Waiting {
  readonly id: string
  readonly state: string
}

const waiting = async () => (await jsonOutputOf(app, 'outbox list')) as Waiting[]
/** The state after many tries: the next one is far away, or there is none. */
const put = (state: 'retry' | 'failed', id: string) =>
  sql`update pgboss.job set state = ${state}, retry_count = 30, start_after = now() + interval '1 hour',
    completed_on = ${state === 'failed' ? new Date() : null}, output = '{"message": "SMTP: 451"}'
    where id = ${id}`.execute(app.services.database.kysely)

it('the outbox lists waiting mails with their errors and retries them on an operator’s order', async () => {
  expect((await gatehouse(app, 'outbox list')).output).toBe('None.\n')
  for (const Username of ['Ada', 'Ben', 'Cleo']) {
    await app.visitor().call('registerNewUser', { body: registerForm({ Username }) })
  }
  const listed = await waiting()
  expect(listed).toMatchObject(
    ['ada@site.test', 'ben@site.test', 'cleo@site.test'].map((to) => ({
      deployment: 'local',
      kind: 'confirmation',
      to,
      state: 'created',
      tries: 0,
      error: null,
    })),
  )
  const [ada = '', ben = '', cleo = ''] = listed.map(({ id }) => id)
  await app.services.jobs.handOver()
  expect((await waiting()).map(({ id }) => id)).toEqual([ada, ben, cleo])
  await put('retry', ada)
  await put('failed', ben)
  await put('retry', cleo)
  expect((await gatehouse(app, 'outbox list')).output).toMatch(
    /ben@site\.test .* failed .* SMTP: 451/,
  )
  expect(await app.mails()).toEqual([])

  const one = await gatehouse(app, `outbox retry ${ben} --why "mail server mended"`)
  expect(one.output).toBe('Mails to be tried at once: 1.\n')
  expect((await app.mails()).map(({ to }) => to)).toEqual(['ben@site.test'])

  const all = await gatehouse(app, 'outbox retry --why "mail server mended"')
  expect(all.output).toBe('Mails to be tried at once: 2.\n')
  const sent = (await app.mails()).map(({ to }) => to)
  expect(sent.toSorted()).toEqual(['ada@site.test', 'ben@site.test', 'cleo@site.test'])
  expect(await waiting()).toEqual([])
})

it('the outbox tries a retried mail for another day', async () => {
  await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Dan' }) })
  const [{ id } = { id: '' }] = await waiting()
  await app.services.jobs.handOver()
  await put('failed', id)
  await gatehouse(app, 'outbox retry --why mended')
  const { rows } = await sql<{ tries: number; hours: number }>`
    select retry_limit - retry_count as tries,
      round(extract(epoch from keep_until - now()) / 3600)::int as hours
    from pgboss.job where id = ${id}`.execute(app.services.database.kysely)
  expect(rows).toEqual([{ tries: 30, hours: 24 }])
})

it('the outbox lists a mail under an unknown key without its content', async () => {
  await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Eve' }) })
  const { kysely } = app.services.database
  await app.services.jobs.handOver()
  await sql`update pgboss.job set data = jsonb_set(data, '{sealed}', '"AAAA"')
    where state = 'created'`.execute(kysely)
  const listed = (await waiting()).filter(({ state }) => state === 'created')
  expect(listed).toMatchObject([{ to: null, subject: null, deployment: 'local' }])
  await sql`delete from pgboss.job where state = 'created'`.execute(kysely)
})

it('the outbox refuses a retry of a sent mail', async () => {
  await app.mails()
  const { exitCode, errors } = await gatehouse(app, 'outbox retry none --why mended')
  expect([exitCode, errors]).toEqual([1, 'No mail none waits.\n'])
})

it('the outbox of a deployment has its mails alone, and retries no other one (AT-CON2-46)', async () => {
  for (const at of ['staging', 'prod'] as const) {
    const visitor = app.visitor(at)
    await visitor.call('registerNewUser', { body: registerForm({ Username: `Of${at}` }) })
  }
  const of = async (at: string) =>
    (await jsonOutputOf(app, `outbox list --deployment ${at}`)) as Waiting[]
  // In the outbox, and then in the job queue.
  for (const handOver of [async () => 0, () => app.services.jobs.handOver()]) {
    await handOver()
    expect(await of('prod')).toMatchObject([{ deployment: 'prod', to: 'ofprod@site.test' }])
    expect(await of('staging')).toMatchObject([
      { deployment: 'staging', to: 'ofstaging@site.test' },
    ])
    expect(await of('relic')).toEqual([])
  }
  const [{ id } = { id: '' }] = await of('prod')
  const foreign = await gatehouse(app, `outbox retry ${id} --deployment staging --why mended`)
  expect(foreign.errors).toBe(`No mail ${id} waits.\n`)
  const own = await gatehouse(app, 'outbox retry --deployment prod --why mended')
  expect(own.output).toBe('Mails to be tried at once: 1.\n')
})
