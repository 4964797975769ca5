import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPostedMails } from '../database/operations/postedMails.ts'
import { createMailOutcomes } from '../mail/deliver.ts'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  registerPlayer,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

/* Looks of support at the mails, the consents and the timeline of a player. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: { EnableSecuritySection: true } } })
})
afterAll(() => app.close())

const at = '--deployment local'
const why = '--why "ticket 5"'
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const run = (line: string) => gatehouse(app, `${line} ${at} ${why}`)

interface MailRow {
  readonly kind: string
  readonly state: string
  readonly tries: number
  readonly code: number | null
}

const mailsOf = async (name: string) =>
  (await jsonOutputOf(app, `players mails ${name} ${at}`)) as readonly MailRow[]

describe('the mails of a player', () => {
  it('are listed by kind and state, without words, address or link (AT-CON2-31)', async () => {
    await registerPlayer(app, registerForm({ Username: 'Mailed' }))
    app.clock.advance(60)
    await run('players send-recovery Mailed')
    expect(await mailsOf('Mailed')).toMatchObject([
      { kind: 'passwordRecovery', state: 'waiting', tries: 0, code: null },
      { kind: 'confirmation', state: 'handed over', tries: 1, code: null },
    ])
    // Reading the mailbox sends what waits.
    await app.mails('mailed@site.test')
    expect((await mailsOf('Mailed')).map(({ state }) => state)).toEqual([
      'handed over',
      'handed over',
    ])
    const { output } = await gatehouse(app, `players mails Mailed ${at} --json`)
    expect(output).not.toMatch(/site\.test|uid=|token|subject/i)
  })

  it.each([
    ['deferred', 'put off', 421],
    ['refused', 'refused', 550],
    ['dropped', 'dropped', 554],
  ] as const)('that are %s are %s, with the code %s', async (outcome, state, code) => {
    const name = `To${outcome}`
    const visitor = await known(name)
    const { Id_User: playerId } = await visitor.readToken()
    const { database, clock, metrics, secrets } = app.services
    const [mail] = await listPostedMails(database.kysely, 'local', playerId, 1)
    const posted = { deployment: 'local', playerId, id: mail?.id ?? '' }
    const target = { deployment: 'local', to: `${name}@site.test`, link: null, posted }
    await createMailOutcomes(database, clock, metrics, secrets)[outcome](target, code)
    expect((await mailsOf(name))[0]).toMatchObject({ state, code, tries: 2 })
  })

  it('are gone with the player, and part of an export until then', async () => {
    const visitor = await known('Leaving')
    const { Id_User: id } = await visitor.readToken()
    const exported = await jsonOutputOf(app, `players export Leaving ${at} ${why}`)
    expect(exported).toMatchObject({ mails_posted: [{ kind: 'confirmation' }] })
    await run('players erase Leaving')
    await app.mails('leaving@site.test')
    expect(await listPostedMails(app.services.database.kysely, 'local', id, 9)).toEqual([])
  })
})

describe('the consents of a player', () => {
  it('are listed with the version of their text and where they were given', async () => {
    await known('Consenting')
    const rows = (await jsonOutputOf(app, `players consents Consenting ${at}`)) as object[]
    expect(rows.length).toBeGreaterThan(0)
    expect(rows[0]).toMatchObject({ accepted: true, textVersion: '1', network: '203.0.113.7' })
  })
})

interface Timeline {
  readonly entries: readonly {
    readonly from: string
    readonly act: string
    readonly who: string | null
  }[]
  readonly next: string | null
}

describe('the timeline of a player', () => {
  it('has the acts of the player and of staff in one list, page by page', async () => {
    await known('Timed')
    for (const line of ['ban', 'unban', 'end-sessions']) {
      app.clock.advance(60)
      await run(`players ${line} Timed`)
    }
    app.clock.advance(60)
    await gatehouse(app, `players show Timed ${at}`)
    const read = async (options: string) =>
      (await jsonOutputOf(app, `players timeline Timed ${options} ${at}`)) as Timeline
    const all = await read('')
    expect(all.next).toBeNull()
    expect(all.entries.map(({ from, act, who }) => [from, act, who])).toEqual([
      ['activity', 'support-looked', null],
      ['activity', 'sessions-ended', null],
      ['staff', 'players end-sessions', 'operator'],
      ['activity', 'support-unbanned', null],
      ['staff', 'players unban', 'operator'],
      ['activity', 'support-banned', null],
      ['staff', 'players ban', 'operator'],
      ['activity', 'signed-in', null],
    ])
    const paged: Timeline['entries'][number][] = []
    for (let next: string | null = ''; next !== null;) {
      const page: Timeline = await read(`--limit 3 ${next === '' ? '' : `--before ${next}`}`)
      paged.push(...page.entries)
      next = page.next
    }
    expect(paged).toEqual(all.entries)
  })
})

describe('the address of a player', () => {
  it('is revealed under a reason, which stands in the audit log and in the activity (AT-CON2-26)', async () => {
    const visitor = await known('Revealed')
    expect((await gatehouse(app, `players reveal Revealed ${at}`)).exitCode).toBe(2)
    const line = `players reveal Revealed ${at} ${why}`
    expect(await jsonOutputOf(app, line)).toMatchObject({ email: 'revealed@site.test' })
    const { Entries } = await visitor.call('listActivity', { query: { kind: 'support' } })
    expect(Entries.map(({ Act }) => Act)).toEqual(['support-revealed'])
    const [entry] = (await jsonOutputOf(app, 'audit list --limit 1')) as object[]
    expect(entry).toMatchObject({ command: 'players reveal', why: 'ticket 5' })
    expect(JSON.stringify(entry)).not.toContain('site.test')
  })
})

const noted = async () =>
  ((await jsonOutputOf(app, 'audit list --limit 500')) as Record<string, unknown>[]).filter(
    ({ command }) => command === 'players find',
  )

describe('a search', () => {
  it('leaves one entry a person in ten minutes, with numbers and without its text', async () => {
    await known('Sought')
    app.clock.advance(601)
    const before = (await noted()).length
    for (let count = 0; count < 3; count += 1) await gatehouse(app, `players find sought ${at}`)
    const found = await noted()
    expect(found.length).toBe(before + 1)
    const { details, subject } = found[0] ?? {}
    expect([details, subject]).toEqual([
      { exact: 1, begins: 0, contains: 0, formerly: 0, linked: 0 },
      '',
    ])
    app.clock.advance(601)
    await gatehouse(app, `players find sought ${at}`)
    expect((await noted()).length).toBe(before + 2)
  })
})

const entries = async (options: string) =>
  (await jsonOutputOf(app, `audit list ${options}`)) as { readonly id: number }[]

describe('the audit log', () => {
  it('is listed page by page', async () => {
    const all = await entries('')
    const [first, second] = all
    expect(await entries(`--limit 1 --before ${first?.id}`)).toEqual([second])
    expect(await entries(`--before ${all.at(-1)?.id}`)).toEqual([])
  })
})
