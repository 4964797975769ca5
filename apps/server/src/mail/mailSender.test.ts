import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import { runWaiting } from '../../test/fixtures/runWaiting.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { claimMails, markSent } from '../database/operations/mailStatements.ts'
import type { Executor } from '../database/schema/executor.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import { openOutbox } from './outbox.ts'

let app: TestApp
/** A second server over the same database. */
let other: TestApp
/** The answer of the mail server; null where it takes a mail. */
let answer: object | null = null
/** True where the mailbox of an address is full. */
let isFull = false
let sent: string[] = []

const answerMail = ({ to }: { readonly to: string }) => {
  const refusal = isFull && to === 'full@site.test' ? busy : answer
  if (refusal !== null) throw Object.assign(new Error('no'), refusal)
  sent.push(to)
}

beforeAll(async () => {
  app = await startApp({ answerMail, nodes: 1, withoutTrouble: true })
  other = await startApp({ answerMail, beside: app, nodes: 1 })
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(() => {
  sent = []
  answer = null
})
afterEach(() => kysely().deleteFrom('mails').execute())

const kysely = () => app.services.database.kysely
const owner = { deployment: 'local', playerId: 7 }
const content = { subject: 'Hello', text: '', html: '' }
const [hour, day] = [3600, 86_400]

const within = <T>(act: (transaction: Executor) => Promise<T>) => inTransaction(kysely(), act)

const post = (...to: readonly string[]) =>
  within(async (transaction) => {
    for (const each of to) await app.services.outbox.post(transaction, owner, each, content)
  })

const look = ({ services }: TestApp) => runWaiting(services.jobs, 'mails').catch(() => 0)
const rows = () =>
  kysely().selectFrom('mails').select(['state', 'tries', 'answers', 'due_at', 'error']).execute()

const busy = { responseCode: 451, command: 'RCPT TO', response: '451 4.7.1 later' }
const away = { code: 'ECONNREFUSED', command: 'CONN' }

async function untilEmpty(server: TestApp): Promise<void> {
  while ((await rows()).length > 0) await look(server)
}

describe('the senders of two servers', () => {
  it('send no mail twice and none too few (T86)', async () => {
    const addresses = Array.from({ length: 120 }, (_, at) => `p${at}@site.test`)
    await post(...addresses)
    await Promise.all([untilEmpty(app), untilEmpty(other)])
    expect(sent.toSorted()).toEqual(addresses.toSorted())
  })

  it('send no mail that is forgotten beside them (T86)', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await within(async (transaction) => {
        await app.services.outbox.post(transaction, owner, 'gone@site.test', content)
        const gone = { deployment: 'local', email: 'Gone@site.test', former: [] }
        await app.services.outbox.forget(transaction, gone)
      })
      await Promise.all([look(app), look(other)])
    }
    expect(sent).toEqual([])
  })

  it('wait for the end of a claim before they send the mail of a server that is gone', async () => {
    await post('claimed@site.test')
    const claim = { by: '6f1c2f3e-0000-4000-8000-000000000001', now: app.clock.now(), lease: 15 }
    expect(await claimMails(kysely(), claim, 10)).toHaveLength(1)
    expect((await app.services.outbox.list(kysely(), { limit: 1 }))[0]?.state).toBe('active')
    app.clock.advance(14)
    await look(other)
    expect(sent).toEqual([])
    app.clock.advance(1)
    await look(other)
    expect(sent).toEqual(['claimed@site.test'])
  })
})

describe('a mail', () => {
  it('that a server has sent before it died is not sent, listed, retried or dropped, and is noted by another one', async () => {
    await post('sent@site.test')
    const claim = { by: '6f1c2f3e-0000-4000-8000-000000000001', now: app.clock.now(), lease: 15 }
    const claimed = await claimMails(kysely(), claim, 1)
    await markSent(kysely(), claimed)
    const { outbox } = app.services
    expect(await outbox.list(kysely(), { limit: 1 })).toEqual([])
    expect(await within((transaction) => outbox.retry(transaction, {}))).toBe(0)
    const id = claimed[0]?.id ?? ''
    expect(await within((transaction) => outbox.drop(transaction, { id }))).toBe(false)
    await look(other)
    expect([sent, await rows()]).toEqual([[], []])
  })

  it('outlives a mail server that is away for three days, and its tries do not run out', async () => {
    await post('patient@site.test')
    answer = away
    for (let passed = 0; passed < 3 * day; passed += hour) {
      await look(app)
      app.clock.advance(hour)
    }
    const [waiting] = await rows()
    expect(waiting).toMatchObject({ state: 'waiting', answers: 0, error: 'SMTP: ECONNREFUSED' })
    expect(waiting?.tries).toBeGreaterThan(30)
    answer = null
    await look(app)
    expect([sent, await rows()]).toEqual([['patient@site.test'], []])
    expect(app.logged.join('')).toMatch(/"event":"mail.stopped".*"event":"mail.resumed"/s)
  })

  it('whose tries fall together with those of others is stopped with them, and counts no answer', async () => {
    await post(...Array.from({ length: 60 }, (_, at) => `many${at}@site.test`))
    answer = busy
    for (let turn = 0; turn < 3; turn += 1) await look(app)
    const tried = (await rows()).filter(({ tries }) => tries > 0)
    expect(tried.length).toBeLessThan(30)
    expect(app.services.outbox.stopped()?.reason).toBe('451 4.7.1')
    app.clock.advance(10)
    await look(app)
    expect((await rows()).filter(({ tries }) => tries > 0).length).toBeLessThanOrEqual(
      tried.length + 1,
    )
    answer = null
    app.clock.advance(10)
    await look(app)
    while ((await rows()).length > 0) {
      app.clock.advance(10)
      await look(app)
    }
    expect(new Set(sent).size).toBe(60)
  })

  it('that was not tried yet says why mails stop, and a retry need not wait for the next one', async () => {
    await post(...Array.from({ length: 12 }, (_, at) => `many${at}@site.test`))
    answer = away
    while (app.services.outbox.stopped() === null) await look(app)
    await post('late@site.test')
    const listed = await app.services.outbox.list(kysely(), { limit: 20 })
    const late = listed.find(({ to }) => to === 'late@site.test')
    expect(late).toMatchObject({ state: 'retry', error: 'SMTP: ECONNREFUSED' })
    answer = null
    await look(app)
    expect(sent).toEqual([])
    await within((transaction) => app.services.outbox.retry(transaction, {}))
    await untilEmpty(app)
    expect(sent).toHaveLength(13)
  })

  it('that the mail server puts off for a day is given up, stays, and is sent when somebody retries it', async () => {
    isFull = true
    await post('full@site.test')
    const began = app.clock.now()
    const stateOf = async () => (await rows())[0]
    let tries = 0
    for (; tries < 40 && (await stateOf())?.state === 'waiting'; tries += 1) {
      const due = (await stateOf())?.due_at ?? began
      app.clock.advance(Math.max(0, (due.getTime() - app.clock.now().getTime()) / 1000))
      // Others are taken meanwhile: the mail server is not away.
      await post('open@site.test')
      await look(app)
    }
    expect(tries).toBe(30)
    expect((app.clock.now().getTime() - began.getTime()) / 1000).toBeGreaterThan(19 * hour)
    expect(app.logged.filter((line) => line.includes('"event":"mail.given_up"'))).toHaveLength(1)
    isFull = false
    app.clock.advance(30 * day)
    await look(app)
    const listed = await app.services.outbox.list(kysely(), { limit: 10 })
    expect(listed).toMatchObject([
      { to: 'full@site.test', state: 'failed', error: 'SMTP: 451 4.7.1' },
    ])
    expect(sent).not.toContain('full@site.test')
    const health = await jsonOutputOf(app, 'health show')
    expect(health).toContainEqual({
      part: 'queues',
      status: 'mails that were given up: 1. Retry or drop them in the outbox.',
      isGood: false,
    })
    expect(await app.services.metrics.read()).toContain('gatehouse_mails_given_up 1')
    await within((transaction) => app.services.outbox.retry(transaction, {}))
    await look(app)
    expect([sent.at(-1), await rows()]).toEqual(['full@site.test', []])
  })

  it('is sent at once when its transaction commits, and not by a server that was stopped', async () => {
    const third = await startApp({ answerMail, beside: app, nodes: 1 })
    const { outbox, database, scheduler, jobs } = third.services
    const postThere = (to: string) =>
      inTransaction(database.kysely, (transaction) => outbox.post(transaction, owner, to, content))
    expect(jobs.pollAges().has('mail')).toBe(false)
    outbox.start(scheduler)
    expect(jobs.pollAges().get('mail')).toBeLessThan(20)
    await postThere('woken@site.test')
    await expect.poll(() => sent).toEqual(['woken@site.test'])
    await expect.poll(rows).toEqual([])
    await outbox.stop()
    await postThere('late@site.test')
    await look(third)
    expect((await rows()).length).toBe(1)
    await scheduler.stop()
    await third.close()
    expect(sent).toEqual(['woken@site.test'])
  })
})

it('a slow receiver holds up its own connection alone', async () => {
  const held = Promise.withResolvers<void>()
  const { database, jobs, key, log } = other.services
  const outbox = openOutbox({
    database,
    jobs,
    key: key.mail,
    log,
    clock: app.clock,
    deployments: { byName: () => null },
    limits: { connections: 2, perSecond: null },
    mailer: {
      async send({ to }) {
        if (to === 'slow@site.test') await held.promise
        sent.push(to)
      },
    },
  })
  await post('slow@site.test', ...Array.from({ length: 30 }, (_, at) => `fast${at}@site.test`))
  outbox.start(other.services.scheduler)
  await expect.poll(() => sent.length).toBe(30)
  expect(sent).not.toContain('slow@site.test')
  held.resolve()
  await expect.poll(rows).toEqual([])
  await outbox.stop()
})

it('a limit of mails a second is kept', async () => {
  const { database, jobs, key, log, scheduler } = other.services
  const begun: number[] = []
  const outbox = openOutbox({
    database,
    jobs,
    key: key.mail,
    log,
    clock: app.clock,
    deployments: { byName: () => null },
    limits: { connections: 5, perSecond: 50 },
    mailer: { send: async () => void begun.push(performance.now()) },
  })
  await post(...Array.from({ length: 25 }, (_, at) => `paced${at}@site.test`))
  outbox.start(scheduler)
  await expect.poll(() => begun.length).toBe(25)
  // 24 pauses of 20 milliseconds; a timer may be a millisecond early.
  expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(24 * 19)
  await outbox.stop()
})

describe('among fifty thousand mails that wait', () => {
  beforeEach(async () => {
    await sql`insert into mails
        (deployment, player_id, id, rank, mailing, to_mark, state, due_at, sealed, created_at)
      select 'local', n, gen_random_uuid(), 3, n % 50, 'mark-' || n, 'waiting',
        ${app.clock.now()}::timestamptz - n * interval '1 second', 'x', now() - n * interval '1 second'
      from generate_series(1, 50000) n`.execute(kysely())
    await sql`analyze mails`.execute(kysely())
  })

  it.each([
    [
      'a mailing is stopped',
      ['mails_of_mailing'],
      (on: Executor) => app.services.outbox.dropMailing(on, 'local', 3),
    ],
    [
      'the mails of each mailing are counted',
      ['mails_of_mailing'],
      (on: Executor) => app.services.outbox.hasWaiting(on, 'local', 3, 100),
    ],
    [
      'a player is erased',
      ['mails_by_address'],
      (on: Executor) =>
        app.services.outbox.forget(on, { deployment: 'local', email: 'a@b.c', former: ['d@b.c'] }),
    ],
    [
      'the oldest of a deployment are listed',
      ['mails_by_age'],
      (on: Executor) => app.services.outbox.list(on, { deployment: 'local', limit: 10 }),
    ],
    [
      'the next ones are claimed',
      ['mails_due', 'mails_pkey'],
      (on: Executor) =>
        claimMails(
          on as typeof app.services.database.kysely,
          { by: '6f1c2f3e-0000-4000-8000-000000000001', now: app.clock.now(), lease: 15 },
          20,
        ),
    ],
  ])('%s by an index', async (_, indexes, act) => {
    const plans = await plansOf(act)
    expect(plans).not.toContain('Seq Scan on mails')
    for (const index of indexes) expect(plans).toContain(index)
  })
})

/** The plans of an act's statements on the table of mails. */
async function plansOf(act: (on: Executor) => Promise<unknown>): Promise<string> {
  const nodes: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await act(kysely().withPlugin(plugin))
  const plans: string[] = []
  for (const node of nodes) {
    const { sql: text, parameters } = kysely().getExecutor().compileQuery(node, createQueryId())
    if (!/"mails"/.test(text)) continue
    const explained = await kysely().executeQuery(
      CompiledQuery.raw(`explain ${text}`, [...parameters]),
    )
    plans.push(JSON.stringify(explained.rows))
  }
  expect(plans.length).toBeGreaterThan(0)
  return plans.join('\n')
}

/** A job as version 1.0.1 posted it. */
function jobOf(to: string, link: string | null = null) {
  const mail = { ...content, to, messageId: '<1@site.test>' }
  const letter = { mail, dispatch: { deployment: 'local', to, link, posted: null } }
  const sealed = seal(letter, app.services.key.mail)
  return { sealed, to: 'mark', deployment: 'local', kind: 'notice' }
}

describe('the mails of a server of an earlier version', () => {
  it('are taken over from its outbox and its job queue, each once and in its state', async () => {
    const { jobs, outbox, scheduler } = other.services
    await jobs.prepareQueue('mail')
    await jobs.prepareQueue('mailings')
    await sql`insert into outbox (deployment, player_id, id, queue, job, due_at, created_at)
      values ('local', 7, gen_random_uuid(), 'notices', ${JSON.stringify(jobOf('posted@site.test'))}::jsonb,
        ${app.clock.now()}, ${app.clock.now()})`.execute(kysely())
    await jobs.boss.insert('mail', [{ data: jobOf('queued@site.test') }])
    const inMailing = {
      ...jobOf('failed@site.test', 'its-secret'),
      mailing: 'local/12',
      kind: 'emailChangeAsked',
    }
    await jobs.boss.insert('mailings', [{ data: inMailing }])
    await sql`update pgboss.job set state = 'failed', retry_count = 30,
        output = '{"message": "SMTP: 451"}' where name = 'mailings'`.execute(kysely())
    outbox.start(scheduler)
    const listed = async () =>
      (await outbox.list(kysely(), { limit: 10 })).map(({ to, state, error }) => [to, state, error])
    await expect.poll(listed).toContainEqual(['failed@site.test', 'failed', 'SMTP: 451'])
    // Its link has its kind by that of the mail.
    const row = kysely().selectFrom('mails').select('sealed').where('state', '=', 'given up')
    const { sealed } = await row.executeTakeFirstOrThrow()
    expect(unseal(sealed, app.services.key.mail)).toMatchObject({
      dispatch: { link: { kind: 'email undo', secret: 'its-secret' } },
    })
    app.clock.catchUp()
    await expect.poll(() => sent.toSorted()).toEqual(['posted@site.test', 'queued@site.test'])
    expect(await outbox.countWaiting(kysely(), 'local')).toEqual(new Map())
    expect(await within((transaction) => outbox.dropMailing(transaction, 'local', 12))).toEqual({
      dropped: 1,
      onTheWay: 0,
    })
    const { rows: left } = await sql`select from outbox union all
      select from pgboss.job where name in ('mail', 'mailings')`.execute(kysely())
    expect(left).toEqual([])
    await outbox.stop()
    await scheduler.stop()
  })
})
