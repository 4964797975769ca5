import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../test/fixtures/crashes/statementsOf.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import type { Executor } from '../schema/executor.ts'
import { takeOverPosts } from './earlierPosts.ts'
import type { Queue } from './jobs.ts'

interface Numbered {
  readonly n: number
}

let app: TestApp
let playerId: number
let queue: Queue<Numbered>

const client = {
  clientId: 'own',
  name: 'Own',
  redirectUris: ['http://localhost:1/callback'],
  scopes: ['openid' as const, 'profile' as const],
  firstParty: true,
  clientSecret: 'a-secret-of-more-than-32-characters',
  webhook: {
    url: 'http://localhost:1/events',
    secret: `whsec_${Buffer.alloc(32, 'w').toString('base64')}`,
  },
}

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { local: { clients: [client] } },
    nodes: 1,
    withoutTrouble: true,
  })
  queue = await app.services.jobs.openQueue<Numbered>('numbered', () => Promise.resolve())
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Ann' }))
  playerId = (await visitor.readToken()).Id_User
  await run('delete from pgboss.job')
})
afterAll(() => app.close())
afterEach(async () => {
  await run('delete from pgboss.job')
  await run('delete from outbox')
  await app.mails()
})

const kysely = () => app.services.database.kysely
const run = (text: string) => sql.raw(text).execute(kysely())
const within = <T>(act: (transaction: Executor) => Promise<T>) => inTransaction(kysely(), act)

/** The jobs that wait, in the order in which they were posted. */
async function jobs() {
  const { rows } = await sql<{ id: string; name: string; data: { n: number } }>`
    select id, name, data from pgboss.job where state = 'created' and name not like '\\_\\_%'
    order by id`.execute(kysely())
  return rows
}

/** Runs an act while the database refuses the jobs of a queue. */
async function refusing<T>(name: string, act: () => Promise<T>): Promise<T> {
  await run(`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused by a test'; end $$`)
  await run(`create trigger refused before insert on pgboss.job_common for each row
    when (new.name = '${name}') execute function refuse_row()`)
  try {
    return await act()
  } finally {
    await run('drop trigger refused on pgboss.job_common')
    await run('drop function refuse_row')
  }
}

/** Writes rows as version 1.0.1 did. */
const postAsEarlier = (name: string, job: object, count = 1) =>
  sql`insert into outbox (deployment, player_id, id, queue, job, due_at, created_at)
    select 'local', 7, gen_random_uuid(), ${name}, ${JSON.stringify(job)}::jsonb, now(), now()
    from generate_series(1, ${sql.lit(count)})`.execute(kysely())

/** Posts a mail, an event and a job. */
async function all(transaction: Executor): Promise<void> {
  const mail = { subject: 'Hello', text: '', html: '' }
  const owner = { deployment: 'local', playerId }
  await app.services.outbox.post(transaction, owner, 'ann@site.test', mail)
  const event = { type: 'account.renamed', playerId, username: 'Anna' } as const
  await app.services.events.publish(transaction, app.deployment('local'), event)
  await queue.post(transaction, { n: 1 })
}

const mails = () => kysely().selectFrom('mails').select('to_mark').execute()

describe('a transaction', () => {
  it('commits with its mail, its event and its jobs, or with none of them', async () => {
    const failing = within(async (transaction) => {
      await all(transaction)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect([await jobs(), await mails()]).toEqual([[], []])
    await within(all)
    const names = (await jobs()).map(({ name }) => name)
    expect([names.toSorted(), (await mails()).length]).toEqual([['account-events', 'numbered'], 1])
  })

  it('ends the session of a client with its sign-out, or not', async () => {
    await endSessions(1)
    await refusing('sign-outs', () =>
      expect(app.services.oidc.backchannelLogout.relay()).rejects.toThrow('refused by a test'),
    )
    expect([await endedSessions(), await jobs()]).toEqual([1, []])
    expect(await app.services.oidc.backchannelLogout.relay()).toBe(1)
    expect(await endedSessions()).toBe(0)
    expect(await jobs()).toMatchObject([{ name: 'sign-outs' }])
  })

  it('posts many jobs by one statement, and keeps their order', async () => {
    const numbers = Array.from({ length: 5000 }, (_, n) => ({ n }))
    const statements = await statementsOf(() =>
      within((transaction) => queue.postMany(transaction, numbers)),
    )
    expect(statements.filter(isPost)).toHaveLength(1)
    expect((await jobs()).map(({ data }) => data)).toEqual(numbers)
  })
})

const isPost = (statement: string) => statement.includes('pgboss')

const endedSessions = async () =>
  (await kysely().selectFrom('client_sessions').select('sid').execute()).length

/** Ends so many sessions at sites, each of another player. */
const endSessions = async (count: number) => {
  const { rows } = await sql<{ id: number }>`
    insert into players (deployment, username, email, created_at)
    select 'local', '', '', now() from generate_series(1, ${sql.lit(count)})
    returning id`.execute(kysely())
  await sql`insert into client_sessions
      (deployment, sid, client_id, session_family, player_id, signed_in_at, ended_at)
    select 'local', 'sid-' || id, 'own', gen_random_uuid(), id, now(), now()
    from unnest(${rows.map(({ id }) => id)}::bigint[]) id`.execute(kysely())
}

it('sign-outs follow batch after batch: one look posts those of all sessions that have ended', async () => {
  await endSessions(250)
  expect(await app.services.oidc.backchannelLogout.relay()).toBe(250)
  expect([await endedSessions(), (await jobs()).length]).toEqual([0, 250])
})

it('a replay of events posts thousands in few statements', async () => {
  await kysely().deleteFrom('account_events').execute()
  await sql`insert into account_events
      (deployment, id, player_id, type, data, recipients, subjects, at)
    select 'local', 'evt_' || n, ${playerId}, 'account.renamed', '{}', '{own}', '{}', date_trunc('milliseconds', now())
    from generate_series(1, 2500) n`.execute(kysely())
  let count: number | null = 0
  const statements = await statementsOf(async () => {
    count = await within((transaction) =>
      app.services.events.replay(transaction, app.deployment('local'), 'own', new Date(0)),
    )
  })
  expect([count, statements.filter(isPost).length]).toEqual([2500, 3])
  const sent = (await jobs()).map(({ data }) => (data as unknown as { eventId: string }).eventId)
  expect(new Set(sent).size).toBe(2500)
  await kysely().deleteFrom('account_events').execute()
})

describe('the posts of a server of an earlier version', () => {
  it('are taken over once, beside another server that does the same (T86)', async () => {
    await postAsEarlier('numbered', { n: 1 }, 250)
    const { boss } = app.services.jobs
    const take = () => takeOverPosts(kysely(), boss, ['numbered'])
    await Promise.all([take(), take()])
    expect([(await jobs()).length, await left()]).toEqual([250, 0])
  })

  it('stay where no server knows their queue', async () => {
    await postAsEarlier('of-tomorrow', { n: 1 })
    await takeOverPosts(kysely(), app.services.jobs.boss, ['numbered'])
    expect(await left()).toBe(1)
  })
})

const left = async () => (await kysely().selectFrom('outbox').select('id').execute()).length

it('mails that wait are counted among the jobs, with the age of the oldest (T87)', async () => {
  const owner = { deployment: 'local', playerId }
  const mail = { subject: 'Hello', text: '', html: '' }
  await within((transaction) => app.services.outbox.post(transaction, owner, 'a@site.test', mail))
  const hourAgo = new Date(Date.now() - 3_600_000)
  await kysely().updateTable('mails').set({ created_at: hourAgo }).execute()
  const waiting = (await app.services.jobs.states()).find((each) => each.queue === 'mail')
  expect(waiting?.waiting).toBe(1)
  expect(waiting?.oldest).toBeGreaterThanOrEqual(3600)
  expect(await app.services.metrics.read()).toContain('gatehouse_jobs_waiting{queue="mail"} 1')
})
