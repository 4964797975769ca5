import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { sql } from 'kysely'
import { jsonOutputOf } from '../fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* The answers of the console, as each role reads them. */

let test: TestConsole
let sam: StaffBrowser
let pia: StaffBrowser
let ada: StaffBrowser

beforeAll(async () => {
  test = await startConsole({
    settings: { LIMITS: 'off' },
    deployments: { local: { EnableSecuritySection: true } },
  })
  await signedInPlayer(test.app, registerForm({ Username: 'Ursula' }))
  await signIn()
})
afterAll(() => test.close())

/** A log-in ends, while the clock goes on. */
async function signIn(): Promise<void> {
  sam = await test.signedIn(people.sam)
  pia = await test.signedIn(people.pia)
  ada = await test.signedIn(people.ada)
}

const ursula = { deployment: 'local', player: 'Ursula' }
const dataOf = async (browser: StaffBrowser, name: ActName, order: object) =>
  (await browser.order(name, order)).body.data
const after = (days: number) =>
  new Date(test.app.clock.now().getTime() + days * 86_400_000).toISOString()

const networkFor = async (browser: StaffBrowser) =>
  ((await dataOf(browser, 'players sessions', ursula)) as { network: string }[])[0]?.network

const ban = async (browser: StaffBrowser, until: string | undefined) =>
  (await browser.order('players ban', { ...ursula, ...(until && { until }) })).body.error

describe('a player', () => {
  it('has a masked address and no personal data for support and operators (AT-CON2-26)', async () => {
    for (const browser of [sam, ada]) {
      const data = await dataOf(browser, 'players show', ursula)
      expect(data).toMatchObject({ username: 'Ursula', email: 'u••••a@site.test' })
      expect(Object.keys(data as object)).not.toContain('firstName')
      expect(Object.keys(data as object)).not.toContain('dateOfBirth')
    }
    expect(await dataOf(pia, 'players show', ursula)).toMatchObject({
      email: 'ursula@site.test',
      firstName: null,
    })
  })

  it('has the network of a session for support, and its address for the others', async () => {
    expect(await networkFor(sam)).toBe('203.0.113.0/24')
    expect(await networkFor(ada)).toBe('203.0.113.7')
    expect(await networkFor(pia)).toBe('203.0.113.7')
  })

  it('is found by an address that no answer repeats to support', async () => {
    const order = { deployment: 'local', text: 'ursula@site.test' }
    const { body } = await sam.order('players find', order)
    expect(body.data).toContainEqual(
      expect.objectContaining({
        group: 'exact',
        players: [expect.objectContaining({ username: 'Ursula', email: 'u••••a@site.test' })],
      }),
    )
    expect(JSON.stringify(body)).not.toContain('ursula@site.test')
  })

  it('is revealed under a reason, and not by trying', async () => {
    const tried = await sam.order('players reveal', ursula, { dryRun: true, why: '' })
    expect(JSON.stringify(tried.body)).not.toContain('site.test')
    const exported = await pia.order('players export', ursula, { dryRun: true, why: '' })
    expect(JSON.stringify(exported.body)).not.toContain('site.test')
    // A look has no trial: that would be the look without its reason.
    const seen = await sam.order('players ledger', ursula, { dryRun: true, why: '' })
    expect(seen.body.error).toBe('NO_DRY_RUN')
    expect(await dataOf(sam, 'players reveal', ursula)).toMatchObject({ email: 'ursula@site.test' })
  })
})

describe('a ban', () => {
  it('by support is for 30 days at most, by an operator for longer (AT-CON2-29)', async () => {
    expect(await ban(sam, after(31))).toBe('TOO_LONG')
    expect(await ban(sam, undefined)).toBe('TOO_LONG')
    expect(await ban(sam, after(29))).toBeUndefined()
    expect(await ban(ada, after(31))).toBeUndefined()
  })

  it('that an operator made for longer is neither lifted nor shortened by support', async () => {
    expect((await ada.order('players ban', ursula)).status).toBe(200)
    for (const [name, order] of [
      ['players unban', ursula],
      ['players ban', { ...ursula, until: after(1) }],
    ] as const) {
      expect((await sam.order(name, order)).body.error).toBe('TOO_LONG')
    }
    expect((await ada.order('players unban', ursula)).status).toBe(200)
  })
})

describe('the limit of a ban by support', () => {
  it('is measured from the ban that stands: it is not made longer by being made again', async () => {
    expect(await ban(sam, after(29))).toBeUndefined()
    test.app.clock.advance(28 * 86_400)
    await signIn()
    expect(await ban(sam, after(30))).toBe('TOO_LONG')
    expect(await ban(sam, after(2))).toBeUndefined()
    expect((await sam.order('players unban', ursula)).status).toBe(200)
  })

  it('is measured from its own beginning after a ban that is over', async () => {
    expect(await ban(sam, after(29))).toBeUndefined()
    test.app.clock.advance(40 * 86_400)
    await signIn()
    // The ban is over, and its player has not come back yet.
    expect(await ban(sam, after(30))).toBeUndefined()
    test.app.clock.advance(86_400)
    await signIn()
    expect((await sam.order('players unban', ursula)).status).toBe(200)
  })
})

describe('a text of the survey', () => {
  it('has its player for privacy officers, and none for brand managers', async () => {
    const { kysely } = test.app.services.database
    await sql`insert into surveys (deployment, player_id, answers, steam_id, sent_at, updated_at)
      select 'local', id, '{"Influencers": "Guybrush"}', '1', now(), now()
      from (select id from players where deployment = 'local' and username = 'Ursula') as one`.execute(
      kysely,
    )
    const order = { deployment: 'local', question: 'Influencers' }
    const bea = await test.signedIn(people.bea)
    expect(await dataOf(bea, 'surveys texts', order)).toEqual({ texts: [], next: null })
    for (const at of [1, 2, 3, 4]) {
      await signedInPlayer(test.app, registerForm({ Username: `Surveyed${at}` }))
    }
    await sql`insert into surveys (deployment, player_id, answers, steam_id, sent_at, updated_at)
      select 'local', id, '{"Influencers": "Guybrush"}', '1', now(), now() from players
      where deployment = 'local' and username like 'Surveyed%'`.execute(kysely)
    const fields = async (browser: StaffBrowser) => {
      const data = (await dataOf(browser, 'surveys texts', order)) as { texts: object[] }
      return data.texts.map((each) => Object.keys(each).join())
    }
    expect(await fields(bea)).toEqual(Array.from({ length: 5 }, () => 'no,day,text'))
    expect(await fields(pia)).toEqual(Array.from({ length: 5 }, () => 'no,day,text,player'))
  })
})

describe('the report of strong sign-in', () => {
  it('tells staff no count that the figures hide, and the command line all', async () => {
    const { kysely } = test.app.services.database
    await sql`insert into players (deployment, id, username, username_key, email, email_key,
        auth_type, created_at, confirmed_at, factors)
      overriding system value
      select 'prod', 9000 + at, 'Strong' || at, 'strong' || at, 'strong' || at, 'strong' || at,
        1, now(), now(), case when at <= 2 then 1 when at <= 8 then 2 else 0 end
      from generate_series(1, 20) as at`.execute(kysely)
    const order = { deployment: 'prod' }
    const report = await dataOf(ada, 'strong-sign-in report', order)
    expect(report).toMatchObject({
      players: 12,
      none: 12,
      passkeysAlone: 0,
      appsAlone: 0,
      putTogether: 8,
    })
    const figures = (await dataOf(ada, 'figures show', order)) as {
      figure: string
      cells: { part: string; count: number | null }[]
    }[]
    const factors = figures.find(({ figure }) => figure === 'factors')?.cells
    expect(factors?.map(({ part, count }) => [part, count])).toEqual([
      ['none', 12],
      ['put together', 8],
    ])
    const line = 'strong-sign-in report --deployment prod'
    expect(await jsonOutputOf(test.app, line)).toMatchObject({ players: 20, none: 12 })
  })
})

describe('a mail in the outbox', () => {
  it('has a masked address for support of its deployment, and none of its content (AT-CON2-46)', async () => {
    await test.app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Winnie' }) })
    const order = { deployment: 'local' }
    const mails = (await dataOf(sam, 'outbox list', order)) as { to: string }[]
    const own = mails.find(({ to }) => to === 'w••••e@site.test')
    expect(own).toMatchObject({ kind: 'confirmation', deployment: 'local' })
    expect(Object.keys(own ?? {})).not.toContain('subject')
    expect((await sam.order('outbox list', {})).body.error).toBe('NOT_ALLOWED')
    expect((await sam.order('outbox retry', order)).body.error).toBe('NOT_ALLOWED')
  })
})
