import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Me, Waiting } from '@gatehouse/contract/console/me'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renamePlayer } from '../../src/database/accounts/credentials.ts'
import { findByUsername } from '../../src/database/accounts/players.ts'
import { gatehouse, jsonOutputOf } from '../fixtures/processes/runGatehouse.ts'
import { registerForm, registerPlayer } from '../fixtures/samples/samplePlayers.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

let test: TestConsole
let pia: StaffBrowser
let paul: StaffBrowser
let count = 0
let player = ''

beforeAll(async () => {
  test = await startConsole({
    settings: { LIMITS: 'off', STAFF_ALERT_MAIL: 'alerts@studio.test' },
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  pia = await test.signedIn(people.pia)
  paul = await test.signedIn(people.paul)
  count += 1
  player = `Leaver${count}`
  const Email = `leaver${count}@site.test`
  await registerPlayer(test.app, registerForm({ Username: player, Email }))
})

const local = { deployment: 'local' }

async function ask(browser = pia, act: 'players erase' | 'players export' = 'players erase') {
  const { status, body } = await browser.order(act, { ...local, player })
  expect(status).toBe(202)
  return body.approval?.id ?? ''
}

/** What waits for the person, as Start shows it. */
async function waitingFor(browser: StaffBrowser): Promise<readonly Waiting[]> {
  return ((await browser.ask('GET', '/api/v1/me')).body.data as Me).waiting
}

/** How many files and answers about players there are. */
async function kept(): Promise<number> {
  const { rows } = await sql`
    select about from downloads where about is not null
    union all select about from repeated_orders where about is not null`.execute(
    test.app.services.database.kysely,
  )
  return rows.length
}

interface Shown {
  readonly id: string
  readonly digest: string
  readonly effect: readonly string[]
  readonly about: string
  readonly isOwn: boolean
  readonly mayDecide: boolean
  readonly state: string
  readonly file: { readonly ticket: string } | null
}

async function show(browser: StaffBrowser, id: string): Promise<Shown> {
  return (await browser.order('approvals show', { ...local, id })).body.data as Shown
}

async function approve(browser: StaffBrowser, id: string, digest?: string) {
  const shown = digest ?? (await show(browser, id)).digest
  return browser.order('approvals approve', { ...local, id, digest: shown })
}

const isErased = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from players where username = ${player}`.execute(
    test.app.services.database.kysely,
  )
  return rows[0]?.n === 0
}

const entries = () =>
  test.app.services.database.kysely.selectFrom('audit_log').selectAll().orderBy('id').execute()

describe('an act that needs a second person', () => {
  it('is carried out once another one has seen and approved it, with both names (AT-CON2-13)', async () => {
    const id = await ask()
    expect(await isErased()).toBe(false)
    expect(await waitingFor(paul)).toEqual([
      expect.objectContaining({
        id,
        deployment: 'local',
        act: 'players erase',
        about: player,
        askedBy: expect.objectContaining({ name: 'Pia Privacy' }),
        mayDecide: true,
        fileUntil: null,
      }),
    ])
    expect(await waitingFor(pia)).toEqual([expect.objectContaining({ id, mayDecide: false })])
    const shown = await show(paul, id)
    expect(shown).toMatchObject({ isOwn: false, mayDecide: true, state: 'waiting' })
    expect(shown.effect[0]).toContain(`${player} (id=`)
    expect(shown.about).toBe(player)
    const { body } = await approve(paul, id, shown.digest)
    expect(body.error).toBeUndefined()
    expect(await isErased()).toBe(true)
    expect((await entries()).at(-1)).toMatchObject({
      command: 'players erase',
      who: 'Pia Privacy',
      approved_by: 'Paul Privacy',
      alone: false,
      via: 'console',
    })
    const list = (await pia.order('approvals list', { ...local, all: true })).body.data as Shown[]
    expect(list.find((each) => each.id === id)).toMatchObject({
      state: 'approved',
      outcome: { state: 'done' },
      isOwn: true,
      // The name is erased, too.
      about: expect.stringMatching(/^player \d+$/),
    })
  })

  it('is never approved by the person who asked: not in another log-in, not with the same address (AT-CON2-14, AX-CON2-05)', async () => {
    const id = await ask()
    const shown = await show(pia, id)
    expect(shown).toMatchObject({ isOwn: true, mayDecide: false })
    const again = await test.signedIn(people.pia)
    const namesakes = await Promise.all(
      ['pia@studio.test', 'PIA@Studio.TEST', 'ｐｉａ@studio.test'].map((email, at) =>
        test.signedIn({ ...people.paul, sub: `pia${at}`, email }),
      ),
    )
    for (const browser of [pia, again, ...namesakes]) {
      expect((await approve(browser, id, shown.digest)).body.error).toBe('OWN_REQUEST')
    }
    expect(await isErased()).toBe(false)
  })

  it('is decided on by a person whose role orders it, and hidden from others', async () => {
    const id = await ask()
    const { digest } = await show(paul, id)
    for (const person of [people.ada, people.sam, people.bea]) {
      const browser = await test.signedIn(person)
      expect((await approve(browser, id, digest)).body.error).toBe('UNKNOWN_REQUEST')
    }
    expect(
      (await (await test.signedIn(people.aud)).order('approvals list', local)).body.error,
    ).toBe('NOT_ALLOWED')
  })

  it('is over after its time, and may be taken back before (AT-CON2-15)', async () => {
    const [late, back] = [await ask(), await ask()]
    const [{ digest }, other] = [await show(paul, late), await show(paul, back)]
    expect((await paul.order('approvals withdraw', { ...local, id: back })).body.error).toBe(
      'NOT_YOUR_TURN',
    )
    expect((await pia.order('approvals withdraw', { ...local, id: back })).status).toBe(200)
    expect((await approve(paul, back, other.digest)).body.error).toBe('DECIDED')
    test.app.clock.advance(86_401)
    paul = await test.signedIn(people.paul)
    expect((await approve(paul, late, digest)).body.error).toBe('EXPIRED')
    expect(await isErased()).toBe(false)
  })

  it('ends where the person who asked has lost the role since, by the groups that were seen last', async () => {
    const id = await ask()
    const { digest } = await show(paul, id)
    // Neither a sign-in that is refused nor another log-in has to be the asker's own.
    await test.signedIn({ ...people.pia, groups: [] })
    expect((await approve(paul, id, digest)).body.error).toBe('EXPIRED')
    expect(await show(paul, id)).toMatchObject({
      state: 'refused',
      decidedWhy: 'Pia Privacy may no longer order it.',
    })
    expect((await entries()).at(-1)).toMatchObject({
      command: 'approvals approve',
      who: 'Paul Privacy',
      details: { request: id, lostRole: true },
    })
    // The role that comes back brings no request back.
    await test.signedIn(people.pia)
    expect((await approve(paul, id, digest)).body.error).toBe('DECIDED')
    expect(await isErased()).toBe(false)
  })

  it('ends with the log-ins of the person who asked, signed in or not', async () => {
    const ada = await test.signedIn(people.ada)
    const end = () => ada.order('staff end-sessions', { person: 'pia' }, { why: 'has left' })
    const first = await ask()
    expect((await end()).status).toBe(200)
    pia = await test.signedIn(people.pia)
    const second = await ask()
    await pia.ask('POST', '/sign-out')
    const { body } = await end()
    expect(body.message).toContain('1 request is withdrawn.')
    for (const id of [first, second]) {
      expect(await show(paul, id)).toMatchObject({
        state: 'withdrawn',
        decidedBy: 'Ada Operator',
        decidedWhy: 'has left',
      })
    }
    expect((await end()).status).not.toBe(200)
  })

  it('is refused with a reason, which the person who asked reads', async () => {
    const id = await ask()
    const { body } = await paul.order(
      'approvals refuse',
      { ...local, id },
      { why: 'not asked by her' },
    )
    expect(body.message).toBe(`The erasure of ${player} is refused.`)
    expect((await entries()).at(-1)?.details).toEqual({ request: id, act: 'players erase' })
    expect(body.error).toBeUndefined()
    expect(await show(pia, id)).toMatchObject({ state: 'refused', decidedWhy: 'not asked by her' })
    expect(await isErased()).toBe(false)
  })

  it('is stale where it would do something else than what was shown (AX-CON2-07)', async () => {
    const id = await ask()
    const { digest } = await show(paul, id)
    await sql`update players set banned_at = now() where username = ${player}`.execute(
      test.app.services.database.kysely,
    )
    expect((await approve(paul, id, digest)).body.error).toBe('STALE')
    const moved = await ask()
    await sql`update approvals set order_sealed = (select order_sealed from approvals where id = ${id})
      where id = ${moved}`.execute(test.app.services.database.kysely)
    expect((await paul.order('approvals show', { ...local, id: moved })).body.error).toBe('STALE')
  })

  it('of twenty approvals at once is carried out once (AX-CON2-06)', async () => {
    const id = await ask()
    const { digest } = await show(paul, id)
    const other = await test.signedIn({ ...people.paul, sub: 'petra', name: 'Petra Privacy' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => approve(index % 2 ? paul : other, id, digest)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const subject = (await entries()).findLast(({ command }) => command === 'players erase')
    const same = (await entries()).filter(
      (each) => each.command === 'players erase' && each.subject === subject?.subject,
    )
    expect(same).toHaveLength(1)
  })

  it('gives its file to the person who asked, once (AT-CON2-16)', async () => {
    const id = await ask(pia, 'players export')
    await approve(paul, id)
    expect((await show(paul, id)).file).toBeNull()
    const { file } = await show(pia, id)
    const fileOf = async (browser: StaffBrowser) =>
      (await waitingFor(browser)).find((each) => each.id === id)?.fileUntil
    expect(await fileOf(pia)).toMatch(/^20/)
    expect(await fileOf(paul)).toBeUndefined()
    const url = `/downloads/${file?.ticket}`
    expect((await paul.ask('POST', url)).status).toBe(410)
    const taken = await pia.ask('POST', url)
    expect(JSON.stringify(taken.body)).toContain(player)
    expect(await fileOf(pia)).toBeUndefined()
    expect((await pia.ask('POST', url)).status).toBe(410)
  })

  it('keeps its file from a person who has lost the role since', async () => {
    const id = await ask(pia, 'players export')
    await approve(paul, id)
    const { file } = await show(pia, id)
    const take = () => pia.ask('POST', `/downloads/${file?.ticket}`)
    await test.signedIn({ ...people.pia, groups: ['support'] })
    expect((await take()).status).toBe(410)
    // It is there still, for the person whose role comes back.
    await test.signedIn(people.pia)
    expect((await take()).status).toBe(200)
  })

  it('leaves no file and no answer about its player behind the erasure', async () => {
    const exported = await ask(pia, 'players export')
    await approve(paul, exported)
    await pia.order('players reveal', { ...local, player }, { key: 'a-key-of-a-reveal' })
    expect(await kept()).toBeGreaterThanOrEqual(2)
    const { file } = await show(pia, exported)
    await approve(paul, await ask())
    expect(await kept()).toBe(0)
    expect((await pia.ask('POST', `/downloads/${file?.ticket}`)).status).toBe(410)
  })

  it('forgets its order with its player', async () => {
    const [exported, erased] = [await ask(pia, 'players export'), await ask()]
    await approve(paul, erased)
    const { rows } = await sql<{ order_sealed: string | null }>`
      select order_sealed from approvals where id in (${exported}, ${erased})`.execute(
      test.app.services.database.kysely,
    )
    expect(rows.map(({ order_sealed }) => order_sealed)).toEqual([null, null])
  })
})

describe('a proof', () => {
  it('is asked for by some acts ten minutes after the last one, and counts for all (AT-CON2-07)', async () => {
    test.app.clock.advance(601)
    const order = { ...local, player }
    expect((await pia.order('players erase', order)).body.error).toBe('PROOF_REQUIRED')
    const page = await pia.prove(people.pia)
    expect(page.text).toContain('/sign-in/proven.js')
    expect((await pia.order('players erase', order)).status).toBe(202)
    expect((await pia.order('players erase', order)).status).toBe(202)
    test.app.clock.advance(601)
    expect((await pia.order('players erase', order)).body.error).toBe('PROOF_REQUIRED')
  })

  it('is none of another person, and no old one (AX-CON2-08)', async () => {
    test.app.clock.advance(601)
    const old = Math.floor(test.app.clock.now().getTime() / 1000) - 120
    expect((await pia.prove(people.paul)).status).toBe(403)
    expect((await pia.prove(people.pia, { auth_time: old })).status).toBe(403)
    expect((await pia.prove({ ...people.pia, sub: 'paul' })).status).toBe(403)
    expect((await pia.order('players erase', { ...local, player })).body.error).toBe(
      'PROOF_REQUIRED',
    )
  })
})

describe('an order with a key', () => {
  it('is carried out once, and its repetition gets the same answer (AT-CON2-61)', async () => {
    const ada = await test.signedIn(people.ada)
    const order = { ...local, count: '2' }
    const first = await ada.order('access-keys create', order, { key: 'wave-one' })
    const again = await ada.order('access-keys create', order, { key: 'wave-one' })
    expect(first.status).toBe(200)
    expect(again).toEqual(first)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from access_keys`.execute(
      test.app.services.database.kysely,
    )
    expect(rows[0]?.n).toBe(2)
    const other = await ada.order(
      'access-keys create',
      { ...local, count: '3' },
      { key: 'wave-one' },
    )
    expect(other.body.error).toBe('KEY_REUSED')
    const otto = await test.signedIn(people.otto)
    const own = await otto.order(
      'access-keys create',
      { ...local, count: '3' },
      { key: 'wave-one' },
    )
    expect(own.status).toBe(200)
    const ticket = (first.body.data as { file: { ticket: string } }).file.ticket
    const { body } = await ada.ask('POST', `/downloads/${ticket}`)
    expect(body.data).toMatch(/^\uFEFFid,key\r\n(?:[0-9a-f]{32},[0-9a-f]{32}\r\n){2}$/)
    expect((await ada.ask('POST', `/downloads/${ticket}`)).status).toBe(410)
  })

  it('of an approval whose server died is given again after a minute, and counts once', async () => {
    const { kysely } = test.app.services.database
    const id = await ask(pia, 'players export')
    const { digest } = await show(paul, id)
    const send = () =>
      paul.order('approvals approve', { ...local, id, digest }, { key: `approves-${id}` })
    const die = () => kysely.updateTable('repeated_orders').set({ answer_sealed: null }).execute()
    expect((await send()).status).toBe(200)
    // As a server leaves it that dies after the decision.
    await die()
    expect((await send()).body.error).toBe('REPEATED')
    test.app.clock.advance(61)
    const late = (await send()).body
    expect([late.error, late.message]).toEqual(['DECIDED', 'It is decided: approved.'])
    // And before it: the order has begun, and nothing is decided.
    const undo = async () => {
      await kysely.updateTable('approvals').set({ state: 'waiting' }).where('id', '=', id).execute()
      await kysely.deleteFrom('act_runs').where('id', '=', id).execute()
      await kysely.deleteFrom('downloads').execute()
    }
    await undo()
    expect((await send()).status).toBe(200)
    await die()
    await undo()
    expect((await send()).body.error).toBe('REPEATED')
    test.app.clock.advance(61)
    expect((await send()).status).toBe(200)
    expect(await show(pia, id)).toMatchObject({ state: 'approved', outcome: { state: 'done' } })
  })

  it('asks a second person once', async () => {
    const order = { ...local, player }
    const first = await pia.order('players erase', order, { key: 'erase-it' })
    expect(await pia.order('players erase', order, { key: 'erase-it' })).toEqual(first)
  })

  it('that was refused may be given again', async () => {
    const sam = await test.signedIn(people.sam)
    const order = { ...local, player, service: 'steam' }
    expect((await sam.order('players unlink', order, { key: 'unlink-it' })).body.error).toBe(
      'NOT_LINKED',
    )
    expect((await sam.order('players unlink', order, { key: 'unlink-it' })).body.error).toBe(
      'NOT_LINKED',
    )
  })
})

describe('a trial', () => {
  it('says what the act would do, needs no reason, and leaves one entry a person in ten minutes', async () => {
    test.app.clock.advance(601)
    const ada = await test.signedIn(people.ada)
    const before = (await entries()).length
    const given = { ...local, player }
    for (const _ of [1, 2]) {
      const tried = await ada.order('players reset-avatar', given, { why: '', dryRun: true })
      expect(tried.status).toBe(200)
      expect(tried.body.message).toContain(player)
    }
    const made = (await entries()).slice(before)
    expect(made).toMatchObject([{ command: 'trials', details: { act: 'players reset-avatar' } }])
    const erased = await pia.order('players erase', given, { why: '', dryRun: true })
    expect(erased.status).toBe(200)
    expect(await isErased()).toBe(false)
    expect((await entries()).slice(before)).toMatchObject([
      { who: 'Ada Operator' },
      { who: 'Pia Privacy' },
    ])
  })
})

describe('a reason', () => {
  it('is missing, or names a person: the refusal says so at the field (AT-CON2-22)', async () => {
    const ada = await test.signedIn(people.ada)
    const given = { ...local, player }
    const order = (why: string) => ada.order('players reset-avatar', given, { why })
    expect((await order('')).body).toMatchObject({
      error: 'WHY_REQUIRED',
      fields: [{ path: 'why' }],
    })
    for (const why of ['ada@example.com asked', 'from 203.0.113.9']) {
      expect((await order(why)).body.error).toBe('WHY_NAMES_SOMEBODY')
    }
  })
})

it.each([
  ['a field of its own', { who: 'Ada' }],
  ['a second author', { via: 'command line' }],
])('an envelope with %s is refused (AX-CON2-03)', async (_, more) => {
  const ada = await test.signedIn(people.ada)
  const body = { order: local, why: 'x y z', ...more }
  const { status } = await ada.ask('POST', '/api/v1/badges/list', body)
  expect(status).toBe(400)
})

it('a text with a NUL is refused, and is no error of the server', async () => {
  const ada = await test.signedIn(people.ada)
  const { status, body } = await ada.order('players find', { ...local, text: 'a\u0000b' })
  expect([status, body.error]).toEqual([400, 'INVALID_ORDER'])
})

it('a command line that may not act alone asks, and two persons of the console approve (AT-CON2-17)', async () => {
  const careful = await startConsole({
    settings: { LIMITS: 'off', COMMANDS_NEED_APPROVAL: 'on' },
  })
  await registerPlayer(careful.app, registerForm({ Username: 'Ada' }))
  const line = 'players erase Ada --deployment local --why "ticket 4711" --who Pia --json'
  const { exitCode, output } = await gatehouse(careful.app, line)
  expect(exitCode).toBe(0)
  const { id } = (JSON.parse(output) as { approval: { id: string } }).approval
  const [one, other] = [await careful.signedIn(people.pia), await careful.signedIn(people.paul)]
  expect((await approve(one, id)).body.message).toBe('Another person has to approve it, too.')
  expect((await approve(one, id)).body.error).toBe('OWN_REQUEST')
  expect(await show(other, id)).toMatchObject({ firstBy: 'Pia Privacy', mayDecide: true })
  expect((await approve(other, id)).status).toBe(200)
  const log = await careful.app.services.database.kysely
    .selectFrom('audit_log')
    .selectAll()
    .execute()
  expect(log.at(-1)).toMatchObject({
    command: 'players erase',
    who: 'Pia',
    via: 'command line',
    approved_by: 'Pia Privacy, Paul Privacy',
    alone: false,
  })
  await careful.close()
})

it('an approval counts no more once its person may not give it, or has left: another one has to approve (AT-CON2-17)', async () => {
  const careful = await startConsole({
    settings: { LIMITS: 'off', COMMANDS_NEED_APPROVAL: 'on' },
  })
  const otto = { ...people.otto, groups: ['operators', 'privacy'] }
  const [first, second, third] = [
    await careful.signedIn(people.pia),
    await careful.signedIn(people.paul),
    await careful.signedIn(otto),
  ]
  const ways: readonly (() => Promise<unknown>)[] = [
    () => careful.signedIn({ ...people.pia, groups: ['support'] }),
    () => third.order('staff end-sessions', { person: 'pia' }, { why: 'has left' }),
  ]
  for (const [at, leave] of ways.entries()) {
    const browser = at === 0 ? first : await careful.signedIn(people.pia)
    const Username = `Victim${at}`
    await registerPlayer(careful.app, registerForm({ Username }))
    const line = `players erase ${Username} --deployment local --why "ticket 4711" --who Ada --json`
    const { output } = await gatehouse(careful.app, line)
    const { id } = (JSON.parse(output) as { approval: { id: string } }).approval
    expect((await approve(browser, id)).body.message).toContain('Another person')
    await leave()
    // It is the first one now, and its person is not the second one.
    const { body } = await approve(second, id)
    expect(body).toMatchObject({ data: { id, state: 'waiting' } })
    expect((await approve(second, id)).body.error).toBe('OWN_REQUEST')
    expect((await approve(third, id)).body.data).toEqual({ id, state: 'done' })
    const log = await careful.app.services.database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id')
      .execute()
    expect(log.at(-1)).toMatchObject({ approved_by: 'Paul Privacy, Otto Operator' })
  }
  await careful.close()
})

it('the command line does it alone, and says so in the log, the metric, the audit log and a mail (AT-CON2-17)', async () => {
  const { exitCode } = await gatehouse(
    test.app,
    `players erase ${player} --deployment local --why "ticket 4711"`,
  )
  expect(exitCode).toBe(0)
  expect(await isErased()).toBe(true)
  expect((await entries()).at(-1)).toMatchObject({
    alone: true,
    via: 'command line',
    approved_by: null,
  })
  expect(test.app.logged.join('\n')).toContain('"event":"act.alone"')
  expect(await test.app.services.metrics.read()).toContain(
    'gatehouse_security_events_total{event="act.alone"} 1',
  )
  const alerts = await test.app.mails('alerts@studio.test')
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.subject).toBe('Gatehouse: Erase a player, alone')
  expect(alerts[0]?.text).toContain('without a second person. The reason: ticket 4711')
  expect(alerts[0]?.text).not.toContain(player)
})

it('a list of players is about those who had the names when it was asked for, and about no one who has them since', async () => {
  const ada = await test.signedIn(people.ada)
  const otto = await test.signedIn(people.otto)
  const { kysely } = test.app.services.database
  const [Username, Email] = [`Innocent${count}`, `innocent${count}@site.test`]
  await registerPlayer(test.app, registerForm({ Username, Email }))
  const players = `${player}\n${player.toLowerCase()}@site.test`
  const asked = await ada.order('players ban-many', { ...local, players })
  const id = asked.body.approval?.id ?? ''
  const rename = async (from: string, to: string) => {
    const found = await findByUsername(kysely, 'local', from)
    if (!found) throw new Error(`There is no player ${from}.`)
    const now = test.app.clock.now()
    await kysely.transaction().execute((each) => renamePlayer(each, found, to, now, now))
  }
  await rename(player, `Fled${count}`)
  await rename(Username, player)
  const shown = (await otto.order('approvals show', { ...local, id })).body.data as Shown & {
    readonly order: string
  }
  expect(shown.effect.join('')).toContain(`Fled${count}`)
  // Nor does the request keep an address.
  expect(shown.order).not.toContain('@')
  expect((await approve(otto, id, shown.digest)).body.data).toEqual({ id, state: 'done' })
  const isBanned = async (username: string) =>
    ((await findByUsername(kysely, 'local', username))?.banned_at ?? null) !== null
  expect([await isBanned(`Fled${count}`), await isBanned(player)]).toEqual([true, false])
})

it('a list with a name that no player has is not asked for', async () => {
  const ada = await test.signedIn(people.ada)
  const players = `${player}\nNoSuchPlayer`
  const { body } = await ada.order('players freeze-many', { ...local, players })
  expect(body.approval).toBeUndefined()
  expect(body.message).toContain('line 2: local has no player NoSuchPlayer')
})

it('a trial of a list in the console says its players, and stands in the audit log', async () => {
  const ada = await test.signedIn(people.ada)
  const order = { ...local, players: player }
  const tried = await ada.order('players ban-many', order, { why: '', dryRun: true })
  expect(tried.body).toEqual({
    data: null,
    message: expect.stringMatching(
      new RegExp(`${player}\nPlayers who would be banned: 1. Banned already, and left so: 0.$`),
    ),
  })
  const unknown = { ...local, players: `${player}\nNoSuchPlayer` }
  const refused = await ada.order('players ban-many', unknown, { why: '', dryRun: true })
  expect(refused.body.error).toBe('REFUSED')
  const entries = await jsonOutputOf(test.app, 'audit list --limit 2')
  const entry = { command: 'trials', who: 'Ada Operator' }
  const act = 'players ban-many'
  expect(entries).toMatchObject([
    { ...entry, details: { act, players: 2 } },
    { ...entry, details: { act, players: 1 } },
  ])
  const inOrder = await ada.order('players ban-many', { ...order, dryRun: true })
  expect(inOrder.body.error).toBe('INVALID_ORDER')
})

it('a trial at the command line mails nothing', async () => {
  const file = join(tmpdir(), `gatehouse-${randomUUID()}.txt`)
  await writeFile(file, player)
  const before = await test.app.mails('alerts@studio.test')
  const line = `players ban-many ${file} --deployment local --dry-run --why "ticket 4711"`
  expect((await gatehouse(test.app, line)).exitCode).toBe(0)
  expect(await test.app.mails('alerts@studio.test')).toEqual(before)
  await rm(file)
})

it('any act of one transaction can be tried at the command line, and changes nothing', async () => {
  const { kysely } = test.app.services.database
  const line = `players erase ${player} --deployment local --dry-run --why "ticket 4711"`
  const { exitCode, output } = await gatehouse(test.app, line)
  const said = /^It would do this, and has changed nothing:\nPlayer \d+ is erased\.\n$/
  expect([exitCode, output]).toEqual([0, expect.stringMatching(said)])
  expect(await findByUsername(kysely, 'local', player)).toBeDefined()
  const other = 'keys rotate --dry-run --why "ticket 4711"'
  expect((await gatehouse(test.app, other)).exitCode).toBe(2)
})
