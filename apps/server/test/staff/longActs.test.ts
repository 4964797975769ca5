import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { everyAct } from '@gatehouse/contract/acts/everyAct'
import { findRun } from '../../src/database/staff/actRuns.ts'
import { insertTask, RunInHand } from '../../src/staff/acts/orders/longRun.ts'
import { beginRepeatable } from '../../src/staff/acts/orders/repeatedOrder.ts'
import { takeOverRuns } from '../../src/staff/acts/orders/takeOverRuns.ts'
import { inTransaction } from '../../src/database/transactions/inTransaction.ts'
import { registerForm, registerPlayer } from '../fixtures/samples/samplePlayers.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* A long act is seen to go on, is taken over where its server dies, and says what was done so far. */

const local = { deployment: 'local' }

let test: TestConsole
let ada: StaffBrowser
let otto: StaffBrowser
let count = 0
let players: readonly string[] = []

beforeAll(async () => {
  test = await startConsole({ settings: { LIMITS: 'off', NODE_NAME: 'one' } })
  ada = await test.signedIn(people.ada)
  otto = await test.signedIn(people.otto)
})
afterAll(() => test.close())
beforeEach(async () => {
  count += 1
  players = ['a', 'b', 'c'].map((letter) => `Cheat${count}${letter}`)
  for (const Username of players) {
    await registerPlayer(test.app, registerForm({ Username, Email: `${Username}@site.test` }))
  }
})

const kysely = () => test.app.services.database.kysely

const signal = new AbortController().signal
const look = () => takeOverRuns(test.app.services).run(signal)

const banned = async () => {
  const rows = await kysely()
    .selectFrom('players')
    .select('username')
    .where('username', 'in', [...players])
    .where('banned_at', 'is not', null)
    .execute()
  return rows.map(({ username }) => username).toSorted()
}

interface Request {
  readonly id: string
  readonly digest: string
  readonly state: string
  readonly outcome: { readonly state: string; readonly count: number; readonly message: string }
}

const show = async (id: string, by = otto) =>
  (await by.order('approvals show', { ...local, id })).body.data as Request

async function ask(): Promise<string> {
  const { body } = await ada.order('players ban-many', { ...local, players: players.join('\n') })
  return body.approval?.id ?? ''
}

async function approve(id: string) {
  const { digest } = await show(id)
  return otto.order('approvals approve', { ...local, id, digest })
}

const id = async (username: string) => {
  const row = await kysely()
    .selectFrom('players')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Begins an act as a server does that then dies. */
async function beginAndDie(act: 'players ban-many' | 'keys rotate', order: object, key?: Buffer) {
  const repeatable = key === undefined ? null : { staff_key: key, key_hash: key, order_hash: key }
  const author = {
    who: 'Ada Operator',
    why: 'ticket 1',
    staff: null,
    way: { via: 'console' },
  } as const
  const own = { ...local, id: randomUUID(), holder: randomUUID() }
  const { services } = test.app
  await inTransaction(kysely(), async (transaction) => {
    await beginRepeatable(repeatable, services, transaction)
    await insertTask(services, transaction, own, { act, order, author, key: repeatable })
  })
  runId = own.id
  return new RunInHand(services, own, repeatable)
}

let runId = ''

const silence = () =>
  sql`update act_runs set beat_at = beat_at - interval '46 seconds' where state = 'running'`.execute(
    kysely(),
  )

const end = (run: RunInHand) =>
  inTransaction(kysely(), (transaction) => run.end(transaction, 'done'))

/** An entry of the audit log by the run, as its act makes them. */
const countEntry = (run: RunInHand) =>
  inTransaction(kysely(), (transaction) => run.counting(async () => {})(transaction, {}))

const stateOf = () => findRun(kysely(), { deployment: 'local', id: runId })

describe('a long act that a second person has approved', () => {
  it('is approved, and done once it is', async () => {
    const request = await ask()
    expect((await approve(request)).body.data).toEqual({ id: request, state: 'done' })
    expect(await banned()).toEqual(players)
    expect(await show(request)).toMatchObject({
      state: 'approved',
      outcome: { state: 'done', count: 3, message: expect.stringContaining('Players banned: 3') },
    })
  })

  it('is approved, and failed where it is refused then', async () => {
    const until = new Date(test.app.clock.now().getTime() + 60_000).toISOString()
    const order = { ...local, players: players.join('\n'), until }
    const request = (await ada.order('players ban-many', order)).body.approval?.id ?? ''
    test.app.clock.advance(120)
    expect((await approve(request)).body.error).toBe('REFUSED')
    expect(await show(request)).toMatchObject({
      state: 'approved',
      outcome: { state: 'failed', count: 0, message: `until: ${until} is not in the future.` },
    })
    expect(await banned()).toEqual([])
  })
})

describe('a long act whose server dies', () => {
  it('is left alone as long as its server gives signs of life', async () => {
    const run = await beginAndDie('players ban-many', { ...local, players: players.join('\n') })
    await look()
    expect(await stateOf()).toMatchObject({ state: 'running', node: 'one' })
    expect(await banned()).toEqual([])
    await end(run)
  })

  it('goes on at another server, which does no part twice (P-3)', async () => {
    const order = { ...local, players: players.join('\n') }
    const run = await beginAndDie('players ban-many', order)
    const done = await ada.order('players ban', { ...local, player: players[0] ?? '' })
    expect(done.status).toBe(200)
    await countEntry(run)
    await silence()
    await look()
    expect(await banned()).toEqual(players)
    expect(await stateOf()).toMatchObject({ state: 'done', noted: 3, task_sealed: null })
    const entries = await kysely()
      .selectFrom('audit_log')
      .select(['who', 'why', 'subject'])
      .where('command', '=', 'players ban-many')
      .where('why', '=', 'ticket 1')
      .execute()
    const expected = [await id(players[1] ?? ''), await id(players[2] ?? '')]
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual(
      expected.map((each) => `player ${each}`).toSorted(),
    )
    // The first server was only silent: it does nothing more.
    await expect(countEntry(run)).rejects.toThrow('Another server goes on')
    await run.fail(new Error('late'))
    expect(await stateOf()).toMatchObject({ state: 'done' })
  })

  it('is called failed, with what was done so far, where it may not be repeated', async () => {
    const key = Buffer.alloc(32, count)
    const run = await beginAndDie('keys rotate', local, key)
    await countEntry(run)
    await silence()
    await look()
    expect(await stateOf()).toMatchObject({
      state: 'failed',
      noted: 1,
      message: 'one stopped in the middle of it.',
    })
    await expect(end(run)).rejects.toThrow('Another server goes on')
  })

  it('is called failed where its order cannot be read, and holds no other one up', async () => {
    await beginAndDie('players ban-many', { ...local, players: 'Nobody' })
    const unreadable = { deployment: 'local', id: runId }
    await sql`update act_runs set task_sealed = 'of another key' where id = ${unreadable.id}`.execute(
      kysely(),
    )
    count += 1
    await beginAndDie('players ban-many', { ...local, players: players.join('\n') })
    await silence()
    await look()
    expect(await findRun(kysely(), unreadable)).toMatchObject({
      state: 'failed',
      message: 'one stopped in the middle of it, and its order cannot be read here.',
    })
    expect(await stateOf()).toMatchObject({ state: 'done', noted: 3 })
  })

  it('is taken over by one server alone', async () => {
    await beginAndDie('players ban-many', { ...local, players: players.join('\n') })
    await silence()
    await Promise.all([look(), look(), look()])
    expect(await banned()).toEqual(players)
    expect(await stateOf()).toMatchObject({ state: 'done', noted: 3 })
    const taken = test.app.logged.filter((line) => line.includes('"act.taken_over"'))
    expect(new Set(taken).size).toBe(taken.length)
  })
})

describe('an order that may be repeated', () => {
  it('and was refused is carried out once its cause is gone', async () => {
    const player = players[0] ?? ''
    await sql`update players set banned_at = now() where username = ${player}`.execute(kysely())
    const sam = await test.signedIn(people.sam)
    const order = { ...local, player }
    const send = () => sam.order('players send-recovery', order, { key: `order-${count}-abcdef` })
    const refused = await send()
    expect(refused.body.error).toBeDefined()
    await sql`update players set banned_at = null where username = ${player}`.execute(kysely())
    expect((await send()).status).toBe(200)
    // Now it is done once, whatever follows.
    const before = (await test.app.mails(`${player}@site.test`)).length
    expect((await send()).status).toBe(200)
    expect((await test.app.mails(`${player}@site.test`)).length).toBe(before)
  })
})

it('each long act that goes on elsewhere is one whose parts are done once', () => {
  const resumed = Object.entries(everyAct).filter(([, { isResumed }]) => isResumed)
  expect(resumed.map(([name]) => name)).toEqual(['players ban-many', 'players freeze-many'])
})
