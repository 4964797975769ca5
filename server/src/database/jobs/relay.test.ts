import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onStatement } from '../../../test/fixtures/crashes/onStatement.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import type { Executor } from '../schema/executor.ts'

let app: TestApp
/** A second server over the same database. */
let other: TestApp
let playerId: number

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
  other = await startApp({ beside: app, nodes: 1 })
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Ann' }))
  playerId = (await visitor.readToken()).Id_User
  await app.services.jobs.handOver()
})
afterAll(async () => {
  await other.close()
  await app.close()
})
afterEach(async () => {
  await app.mails()
})

const content = (subject: string) => ({ subject, text: '', html: '' })
const owner = { deployment: 'local', playerId: 7 }

const post = (transaction: Executor, to: string, subject = 'Hello') =>
  app.services.outbox.post(transaction, owner, to, content(subject))

const within = <T>(act: (transaction: Executor) => Promise<T>) =>
  inTransaction(app.services.database.kysely, act)

const posted = () =>
  app.services.database.kysely
    .selectFrom('outbox')
    .select(['player_id', 'id', 'queue'])
    .orderBy('created_at')
    .execute()

const run = (text: string) => sql.raw(text).execute(app.services.database.kysely)

/** How many statements an act sends. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const end = onStatement(() => {
    count += 1
  })
  await act().finally(end)
  return count
}

/** Runs an act while the database refuses rows of a table that fulfil a condition. */
async function refusing<T>(table: string, condition: string, act: () => Promise<T>): Promise<T> {
  await run(`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused by a test'; end $$`)
  await run(`create trigger refused before insert on ${table} for each row when (${condition})
    execute function refuse_row()`)
  try {
    return await act()
  } finally {
    await run(`drop trigger refused on ${table}`)
    await run('drop function refuse_row')
  }
}

describe('a transaction', () => {
  it('commits with its mail and its event, or without either', async () => {
    const deployment = app.deployment('local')
    const both = async (transaction: Executor) => {
      await post(transaction, 'ann@site.test')
      const event = { type: 'account.renamed', playerId, username: 'Anna' } as const
      await app.services.events.publish(transaction, deployment, event)
    }
    const failing = within(async (transaction) => {
      await both(transaction)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await posted()).toEqual([])
    await within(both)
    expect(await posted()).toMatchObject([
      { player_id: 7, queue: 'mail' },
      { player_id: playerId, queue: 'account-events' },
    ])
  })

  it('ends the session of a client with its sign-out, or not', async () => {
    const { database, oidc, clock } = app.services
    const sid = 'sid-of-a-relay'
    await database.kysely
      .insertInto('client_sessions')
      .values({
        deployment: 'local',
        sid,
        client_id: 'own',
        session_family: '6f1c2f3e-0000-4000-8000-000000000001',
        subject: null,
        player_id: playerId,
        signed_in_at: clock.now(),
        ended_at: clock.now(),
      })
      .execute()
    const ended = () =>
      database.kysely.selectFrom('client_sessions').select('sid').where('sid', '=', sid).execute()
    await refusing('outbox', "new.queue = 'sign-outs'", () =>
      expect(oidc.backchannelLogout.relay()).rejects.toThrow('refused by a test'),
    )
    expect([await ended(), await posted()]).toEqual([[{ sid }], []])
    expect(await oidc.backchannelLogout.relay()).toBe(1)
    expect(await ended()).toEqual([])
    expect(await posted()).toMatchObject([{ player_id: playerId, queue: 'sign-outs' }])
  })
})

describe('the relay', () => {
  it('hands each job over once beside another relay (T86)', async () => {
    const count = 250
    await within(async (transaction) => {
      for (let each = 0; each < count; each += 1) await post(transaction, `p${each}@site.test`)
    })
    const ids = (await posted()).map(({ id }) => id)
    const relays = [app, other, app, other].map(({ services }) => services.jobs.handOver())
    const handed = (await Promise.all(relays)).reduce((sum, each) => sum + each, 0)
    expect([handed, await posted()]).toEqual([count, []])
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job where name = 'mail' and state = 'created'`.execute(
      app.services.database.kysely,
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('sends no mail that is forgotten beside it (T86)', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await within((transaction) => post(transaction, 'gone@site.test'))
      await Promise.all([
        app.services.jobs.handOver(),
        within((transaction) => app.services.outbox.forget(transaction, 'local', 'Gone@site.test')),
        other.services.jobs.handOver(),
      ])
    }
    expect(await app.mails('gone@site.test')).toEqual([])
  })

  it('keeps the order in which mails were posted', async () => {
    const subjects = Array.from({ length: 12 }, (_, at) => `Mail ${at}`)
    await within(async (transaction) => {
      for (const subject of subjects) await post(transaction, 'order@site.test', subject)
    })
    expect((await app.mails('order@site.test')).map(({ subject }) => subject)).toEqual(subjects)
  })

  it('asks the database five times for a mail, and once for none', async () => {
    await within((transaction) => post(transaction, 'few@site.test'))
    expect(await statementsOf(() => app.services.jobs.handOver())).toBeLessThanOrEqual(5)
    expect(await statementsOf(() => app.services.jobs.handOver())).toBe(1)
  })

  it('holds nothing up for a row that the job queue does not take, and says so (T87)', async () => {
    const to = ['one@site.test', 'two@site.test', 'three@site.test']
    for (const each of to) await within((transaction) => post(transaction, each))
    const broken = (await posted())[1]?.id ?? ''
    await refusing('pgboss.job', `new.id = '${broken}'`, async () => {
      expect(await app.services.jobs.handOver()).toBe(2)
      expect(await app.services.jobs.handOver()).toBe(0)
    })
    expect(app.logged.join('')).toContain('"event":"outbox.job_rejected"')
    expect(await posted()).toMatchObject([{ id: broken }])
    const listed = await app.services.outbox.list(app.services.database.kysely, { limit: 10 })
    expect(new Set(listed.map((mail) => mail.to))).toEqual(new Set(to))
    expect(await other.services.jobs.handOver()).toBe(1)
  })

  it('leaves the rows of a queue that it does not know, such as a newer version’s (T87)', async () => {
    const { kysely } = app.services.database
    await within((transaction) => post(transaction, 'known@site.test'))
    await sql`update outbox set queue = 'of-tomorrow'`.execute(kysely)
    await within((transaction) => post(transaction, 'known@site.test'))
    expect(await app.services.jobs.handOver()).toBe(1)
    expect(await posted()).toMatchObject([{ queue: 'of-tomorrow' }])
    expect(await app.services.jobs.states()).toContainEqual(
      expect.objectContaining({ queue: 'of-tomorrow', waiting: 1 }),
    )
    await kysely.deleteFrom('outbox').execute()
  })

  it('counts what it has not handed over among the waiting jobs (T87)', async () => {
    await within((transaction) => post(transaction, 'old@site.test'))
    const hourAgo = new Date(Date.now() - 3_600_000)
    await sql`update outbox set created_at = ${hourAgo}`.execute(app.services.database.kysely)
    const waiting = (await app.services.jobs.states()).find(({ queue }) => queue === 'mail')
    expect(waiting?.waiting).toBe(1)
    expect(waiting?.oldest).toBeGreaterThanOrEqual(3600)
    expect(await app.services.metrics.read()).toContain('gatehouse_jobs_waiting{queue="mail"} 1')
  })

  it('is woken by a commit, is a worker that is watched, and leaves what comes after its end', async () => {
    const third = await startApp({ beside: app, nodes: 1 })
    const { jobs, uploads, outbox, database } = third.services
    const postThere = () =>
      inTransaction(database.kysely, (transaction) =>
        outbox.post(transaction, owner, 'woken@site.test', content('Hello')),
      )
    expect(jobs.pollAges().has('outbox')).toBe(false)
    await uploads.start()
    expect(jobs.pollAges().get('outbox')).toBeLessThan(20)
    await postThere()
    await expect.poll(posted).toEqual([])
    await jobs.stop()
    await postThere()
    expect(await posted()).toMatchObject([{ queue: 'mail' }])
    await third.close()
    expect(await app.mails('woken@site.test')).toHaveLength(2)
  })
})
