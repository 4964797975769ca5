import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { registerForm } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { after } from '../../../platform/clock.ts'

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
const put = (state: 'waiting' | 'given up', id: string) =>
  app.services.database.kysely
    .updateTable('mails')
    .set({
      state,
      tries: 30,
      answers: 30,
      due_at: after(app.clock.now(), 3600),
      error: 'SMTP: 451',
    })
    .where('id', '=', id)
    .execute()

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
  await put('waiting', ada)
  await put('given up', ben)
  await put('waiting', cleo)
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

it('the outbox tries a retried mail as often as a new one', async () => {
  await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Dan' }) })
  const [{ id } = { id: '' }] = await waiting()
  await put('given up', id)
  await gatehouse(app, 'outbox retry --why mended')
  const rows = await app.services.database.kysely
    .selectFrom('mails')
    .select(['state', 'tries', 'answers', 'due_at'])
    .execute()
  expect(rows).toEqual([{ state: 'waiting', tries: 0, answers: 0, due_at: app.clock.now() }])
})

it('the outbox drops a mail that was given up, on an operator’s order, and tells support so', async () => {
  await app.mails()
  await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Fay' }) })
  const [{ id } = { id: '' }] = await waiting()
  await put('given up', id)
  const at = '--deployment local --why test'
  const stateOf = async () => {
    const mails = await jsonOutputOf(app, `players mails Fay ${at}`)
    return (mails as Waiting[])[0]?.state
  }
  expect(await stateOf()).toBe('given up')
  const dropped = await gatehouse(app, `outbox drop ${id} --why "nobody reads it"`)
  expect(dropped.output).toBe(`The mail ${id} is dropped.\n`)
  expect([await waiting(), await stateOf()]).toEqual([[], 'dropped'])
  const again = await gatehouse(app, `outbox drop ${id} --why again`)
  expect([again.exitCode, again.errors]).toEqual([1, `No mail ${id} waits.\n`])
  expect(await app.mails('fay@site.test')).toEqual([])
})

it('the outbox lists a mail under an unknown key without its content', async () => {
  await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Eve' }) })
  const { kysely } = app.services.database
  await kysely.updateTable('mails').set({ sealed: 'AAAA' }).execute()
  expect(await waiting()).toMatchObject([{ to: null, subject: null, deployment: 'local' }])
  await kysely.deleteFrom('mails').execute()
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
  expect(await of('prod')).toMatchObject([{ deployment: 'prod', to: 'ofprod@site.test' }])
  expect(await of('staging')).toMatchObject([{ deployment: 'staging', to: 'ofstaging@site.test' }])
  expect(await of('relic')).toEqual([])
  const [{ id } = { id: '' }] = await of('prod')
  const foreign = await gatehouse(app, `outbox retry ${id} --deployment staging --why mended`)
  expect(foreign.errors).toBe(`No mail ${id} waits.\n`)
  const own = await gatehouse(app, 'outbox retry --deployment prod --why mended')
  expect(own.output).toBe('Mails to be tried at once: 1.\n')
})
