import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { listRefusedLogIns } from '../../../database/auth/refusedLogIns.ts'
import { listPostedMails } from '../../../database/operations/postedMails.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { statementsOf } from '../../../../test/fixtures/crashes/statementsOf.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'
import {
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'

/* Looks of support at the mails, the consents and the timeline of a player. */

let app: TestApp
/** The refusal of the mail server to each mail; null where it takes them. */
let answer: Error | null = null

beforeAll(async () => {
  app = await startApp({
    answerMail() {
      if (answer !== null) throw answer
    },
    deployments: {
      local: { EnableSecuritySection: true },
      prod: { enumerationProtection: 'strict', EnableCaptcha: false },
    },
  })
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

/** The mail server's answers to a recovery, by its code: for now, about the address, about the mail. */
const answers: Readonly<Record<number, object>> = {
  421: { command: 'RCPT TO', response: '421 later' },
  550: { command: 'RCPT TO', response: '550 5.1.1 nobody' },
  554: { command: 'DATA', code: 'EMESSAGE', response: '554 spam' },
}

/** Has support send a recovery, which the mail server answers so. */
async function answeredNext(responseCode: number, name: string): Promise<void> {
  await app.mails()
  app.clock.advance(60)
  await run(`players send-recovery ${name}`)
  answer = Object.assign(new Error('no'), { responseCode }, answers[responseCode])
  await app.mails().catch(() => undefined)
  answer = null
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
    ['put off', 421],
    ['refused', 550],
    ['dropped', 554],
  ] as const)('that are %s are listed so, with the code %s', async (state, code) => {
    const name = `To${code}`
    await known(name)
    await answeredNext(code, name)
    expect((await mailsOf(name))[0]).toMatchObject({ state, code, tries: 1 })
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
    readonly why: string | null
  }[]
  readonly next: string | null
}

describe('the timeline of a player', () => {
  it('has the acts of the player and of staff in one list, each once, page by page', async () => {
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
      ['staff', 'players end-sessions', 'operator'],
      ['staff', 'players unban', 'operator'],
      ['staff', 'players ban', 'operator'],
      ['activity', 'signed-in', null],
    ])
    const { entries } = await read('--from activity')
    // As the player reads it.
    expect(entries.map(({ act }) => act)).toEqual([
      'support-looked',
      'sessions-ended',
      'support-unbanned',
      'support-banned',
      'signed-in',
    ])
    const paged: Timeline['entries'][number][] = []
    for (let next: string | null = ''; next !== null;) {
      const page: Timeline = await read(`--limit 2 ${next === '' ? '' : `--before ${next}`}`)
      paged.push(...page.entries)
      next = page.next
    }
    expect(paged).toEqual(all.entries)
  })
})

const refusals = async (name: string) =>
  ((await jsonOutputOf(app, `players timeline ${name} --from refusals ${at}`)) as Timeline).entries
const acts = async (name: string) => (await refusals(name)).map(({ act }) => act)
const logIn = (name: string, Password: string, visitor = app.visitor()) =>
  visitor.refused('logIn', { body: logInForm({ UsernameOrEmail: name, Password }) })

describe('the timeline of a player whose log-ins are refused', () => {
  it('says why, with the browser and the network, and nothing that was typed', async () => {
    await known('Refused')
    const visitor = app.visitor('local', '198.51.100.77')
    await logIn('REFUSED@site.test', 'Typed1Secret', visitor)
    await expect.poll(() => acts('Refused')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT'])
    app.clock.advance(60)
    await run('players ban Refused')
    await logIn('Refused', samplePassword, visitor)
    await expect
      .poll(() => acts('Refused'))
      .toEqual(['ERROR_USER_BANNED', 'ERROR_USERNAME_PASSWORD_INCORRECT'])
    const [banned, wrong] = await refusals('Refused')
    expect(banned).toMatchObject({ from: 'refusals', actor: 'player', network: '198.51.100.77' })
    expect(banned?.why).toContain('The account is banned.')
    expect(wrong?.why).toMatch(/password is wrong.*by mail\.$/)
    expect(JSON.stringify([banned, wrong])).not.toMatch(/Typed1Secret|site\.test/i)
    const all = (await jsonOutputOf(app, `players timeline Refused ${at}`)) as Timeline
    expect(new Set(all.entries.map(({ from }) => from))).toEqual(
      new Set(['activity', 'staff', 'refusals']),
    )
  })

  it('has one entry for a reason and ten minutes, however many tries there are', async () => {
    await known('Attacked')
    app.clock.advance(600)
    for (let tries = 0; tries < 3; tries += 1) await logIn('Attacked', 'Wrong1Horses')
    await expect.poll(() => acts('Attacked')).toHaveLength(1)
    app.clock.advance(600)
    await logIn('Attacked', 'Wrong1Horses')
    await expect.poll(() => acts('Attacked')).toHaveLength(2)
  })

  it('names the reason that the answer conceals, and no unknown name', async () => {
    await registerPlayer(app, registerForm({ Username: 'Hidden' }), 'prod')
    const visitor = app.visitor('prod')
    const { items } = await logIn('hidden@site.test', samplePassword, visitor)
    expect(items).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
    await logIn('unheard-of', samplePassword, visitor)
    const { kysely } = app.services.database
    const kept = () =>
      kysely
        .selectFrom('refused_log_ins')
        .select('reason')
        .where('deployment', '=', 'prod')
        .execute()
    await expect.poll(kept).toEqual([{ reason: 'ERROR_USER_CONFIRMED' }])
  })

  it('is written once the answer has left, so that a known name takes no longer than an unknown one', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Timing' }), 'prod')
    const known = await statementsOf(async (sent) => {
      await logIn('Timing', 'Wrong1Horses', app.visitor('prod'))
      await expect.poll(() => tables(sent)).toContain('refused_log_ins')
    })
    const unknown = await statementsOf(() =>
      logIn('unheard-of', 'Wrong1Horses', app.visitor('prod')),
    )
    expect(tables(known)).toEqual([...tables(unknown), 'refused_log_ins'])
  })

  it('is gone with the player, and part of an export until then', async () => {
    const visitor = await known('Forgotten')
    const { Id_User: id } = await visitor.readToken()
    await logIn('Forgotten', 'Wrong1Horses')
    await expect.poll(() => acts('Forgotten')).toHaveLength(1)
    const exported = await jsonOutputOf(app, `players export Forgotten ${at} ${why}`)
    expect(exported).toMatchObject({
      refused_log_ins: [{ reason: 'ERROR_USERNAME_PASSWORD_INCORRECT', ip: '203.0.113.7' }],
    })
    await run('players erase Forgotten')
    const { kysely } = app.services.database
    const page = { before: undefined, limit: 9 }
    expect(await listRefusedLogIns(kysely, 'local', id, page)).toEqual([])
  })
})

describe('the addresses that refuse mail', () => {
  interface Suppressions {
    readonly players: readonly { readonly username: string; readonly code: number | null }[]
    readonly next: string | null
  }
  const list = async (options = '') =>
    (await jsonOutputOf(app, `suppressions list ${options} ${at}`)) as Suppressions

  it('are listed with the reason and since when, page by page, until support takes one off', async () => {
    const visitor = await known('Suppressed')
    const { Id_User: playerId } = await visitor.readToken()
    const { database, clock } = app.services
    await answeredNext(550, 'Suppressed')
    const [first] = (await list()).players
    expect(first).toEqual({
      id: playerId,
      username: 'Suppressed',
      email: 'suppressed@site.test',
      since: clock.now().toISOString(),
      why: 'bounced',
      code: 550,
    })
    await sql`insert into players
      (deployment, username, username_key, email, created_at, mail_refused_at)
      select 'local', 'refusing' || n, 'refusing' || n, 'x', now(), ${clock.now()}::timestamptz
      from generate_series(1, 120) n`.execute(database.kysely)
    const names: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: Suppressions = await list(next === '' ? '' : `--after ${next}`)
      expect(page.players.length).toBeLessThanOrEqual(100)
      names.push(...page.players.map(({ username }) => username))
      next = page.next
    }
    expect(names.filter((name) => /^refusing\d+$/.test(name))).toHaveLength(120)
    expect(new Set(names).size).toBe(names.length)
    await run('players accept-mail Suppressed')
    const left = [
      ...(await list()).players,
      ...(await list(`--after ${(await list()).next}`)).players,
    ]
    expect(left.map(({ username }) => username)).not.toContain('Suppressed')
    const { Entries } = await visitor.call('listActivity', { query: { kind: 'support' } })
    expect(Entries.map(({ Act }) => Act)).toEqual(['support-accepted-mail', 'support-mailed'])
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
      { exact: 1, begins: 0, contains: 0, formerly: 0, linked: 0, named: 0 },
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

/** The tables of a log-in that statements name, each statement by its first. */
function tables(statements: readonly string[]): string[] {
  return statements.flatMap(
    (each) => /attempts|unique_values|players|refused_log_ins/.exec(each)?.[0] ?? [],
  )
}
