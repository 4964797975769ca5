import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  claimMails,
  type MailKey,
  putOffMail,
} from '../../src/database/operations/mailStatements.ts'
import { addManySubscribers } from '../fixtures/samples/manySubscribers.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { subscriber } from '../fixtures/samples/subscriber.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { runsOf, runWaiting } from '../fixtures/runWaiting.ts'

/* A mailing is written, looked at, tested, started by one person or two, and stopped. */

let test: TestConsole
let bea: StaffBrowser
let ada: StaffBrowser
let otto: StaffBrowser
let bob: TestVisitor
/** The addresses of the mails, in the order in which they were sent. */
const sent: string[] = []

const at = { deployment: 'local' } as const
const words = {
  list: 1,
  subject: 'Season two',
  text: '# Season two\n\nIt begins **on Friday**, <b>at last</b>. [Read more](https://site.test/two?a=1&b=2)\n\n- maps\n- modes',
} as const

beforeAll(async () => {
  test = await startConsole({
    answerMail: ({ to }) => void sent.push(to),
    settings: {
      LIMITS: 'off',
      MAILING_APPROVAL_FROM: '3',
      STAFF_ALERT_MAIL: 'alerts@studio.test',
    },
  })
  await subscriber(test.app, 'Ann')
  bob = await subscriber(test.app, 'Bob')
})
afterAll(() => test.close())
beforeEach(async () => {
  const { kysely } = test.app.services.database
  await test.app.mails()
  await kysely.deleteFrom('mailings').execute()
  const address = { email: 'bea@studio.example', isVerified: true }
  bea = await test.signedIn({ ...people.bea, ...address })
  ada = await test.signedIn(people.ada)
  otto = await test.signedIn(people.otto)
})

interface Shown {
  readonly mailing: number
  readonly revision: number
  readonly state: string
  readonly total: number
  readonly posted: number
  readonly waiting: number
  readonly dropped: number
}

async function save(given: object = {}, browser = bea) {
  const { status, body } = await browser.order('mailings save', { ...at, ...words, ...given })
  return { status, ...body, ...(body.data as { mailing: number; revision: number }) }
}

async function show(mailing: number): Promise<Shown> {
  return (await bea.order('mailings show', { ...at, mailing })).body.data as Shown
}

async function start(mailing: number, more: object = {}) {
  return bea.order('mailings start', { ...at, mailing, revision: 1, ...more })
}

const mailsOf = async (subject: string) =>
  (await test.app.mails()).filter((mail) => mail.subject === subject)

/** Posts the parts that wait, and sends nothing. */
async function postParts(most: number): Promise<number> {
  const { jobs } = test.app.services
  const parts = new Map([...runsOf(jobs)].filter(([name]) => name === 'mailing-parts'))
  let count = 0
  while (count < most && (await runWaiting(jobs, 'mails', parts)) > 0) count += 1
  return count
}

/** A text of so many headings with a line each. */
const sized = (headings: number) =>
  Array.from({ length: headings }, (_, at) => `## Heading ${at}\n\nA line of news.\n`).join('\n')

/** What preview and save say of a text. */
const seen = async (text: string) => {
  const { data } = (await bea.order('mailings preview', { ...at, ...words, text })).body
  const { html, warnings } = data as { readonly html: string; readonly warnings: string[] }
  const { warnings: saved } = (await save({ text })) as { readonly warnings?: string[] }
  return { bytes: Buffer.byteLength(html), warnings, saved }
}

describe('a mailing', () => {
  it('has the same words and links in its preview, its test and the mails that are sent (AT-CON2-40)', async () => {
    const { mailing } = await save()
    const preview = (await bea.order('mailings preview', { ...at, ...words })).body.data as {
      readonly html: string
      readonly text: string
      readonly recipients: number
    }
    expect(preview.recipients).toBe(2)
    await bea.order('mailings test', { ...at, mailing })
    const [trial, ...others] = await mailsOf(words.subject)
    expect([trial?.to, others]).toEqual(['bea@studio.example', []])
    await start(mailing)
    const sent = await mailsOf(words.subject)
    const real = sent.filter(({ to }) => to !== 'bea@studio.example')
    expect(real.map(({ to }) => to).toSorted()).toEqual(['ann@site.test', 'bob@site.test'])
    for (const { html, text } of [preview, ...sent]) {
      expect(html).toContain('<h2 ')
      expect(html).toContain('<strong>on Friday</strong>')
      expect(html).toContain('&lt;b&gt;at last&lt;/b&gt;')
      expect(html).toContain('href="https://site.test/two?a=1&amp;b=2"')
      expect(html).toContain('<li ')
      expect(text).toContain('It begins on Friday, <b>at last</b>. Read more')
      expect(text).toContain('\nhttps://site.test/two?a=1&b=2\n')
      expect(text).toContain('- maps\n- modes')
    }
    expect(await show(mailing)).toMatchObject({ state: 'done', total: 2, posted: 2, waiting: 0 })
  })

  it('is tested by the person’s own verified address alone (AX-CON2-29)', async () => {
    const { mailing } = await save({ subject: 'Not for others' })
    const other = await test.signedIn({ ...people.bea, email: 'bea@site.test', isVerified: false })
    expect((await other.order('mailings test', { ...at, mailing })).body.error).toBe('NO_ADDRESS')
    const foreign = { ...at, mailing, to: 'ann@site.test' }
    expect((await bea.order('mailings test', foreign)).body.error).toBe('INVALID_ORDER')
    expect(await mailsOf('Not for others')).toEqual([])
  })

  it('takes no line break in its subject, no link to a program, and no list of another deployment (AX-CON2-29)', async () => {
    expect((await save({ subject: 'News\r\nBcc: all@site.test' })).error).toBe('INVALID_ORDER')
    expect((await save({ text: '[x](javascript:alert(1))' })).error).toBe('INVALID_TEXT')
    expect((await save({ text: '[x](java&#115;cript:alert(1))' })).error).toBe('INVALID_TEXT')
    expect((await save({ list: 99 })).error).toBe('LIST_NOT_ACTIVE')
    expect((await save({ text: '[x](https://a"onclick=alert(1))' })).error).toBe('INVALID_TEXT')
    const quoted = await save({ text: '[y](https://a.test/"onclick=b)' })
    const { html } = (await bea.order('mailings preview', { ...at, mailing: quoted.mailing })).body
      .data as { readonly html: string }
    expect(html).not.toMatch(/"onclick/)
    expect(html).toContain('href="https://a.test/%22onclick=b"')
  })

  it('warns of a link without a text, and of one that is not over https', async () => {
    const { body } = await bea.order('mailings preview', {
      ...at,
      ...words,
      text: '[](https://a.test) [b](http://b.test)',
    })
    const { warnings } = body.data as { readonly warnings: readonly string[] }
    expect(warnings).toEqual([
      'The link to https://a.test has no text.',
      'http://b.test is no link over https: its words stand there alone.',
    ])
  })

  it('warns from 100 kB on, of which mail programs cut off the end', async () => {
    const whole = await seen(sized(100))
    expect(whole).toMatchObject({ warnings: [], bytes: expect.toSatisfy((it) => it < 100_000) })
    const cut = await seen(sized(420))
    expect(cut.bytes).toBeGreaterThanOrEqual(100_000)
    expect(cut.warnings).toEqual([
      `The mail has ${Math.ceil(cut.bytes / 1000)} kB. Gmail cuts one from 102 kB on, with its link to unsubscribe: make it shorter than 100 kB.`,
    ])
    expect(cut.saved ?? cut.warnings).toEqual(cut.warnings)
  })

  it('that another person has changed since is neither saved nor started', async () => {
    const { mailing } = await save()
    expect((await save({ mailing, revision: 1, subject: 'Again' })).revision).toBe(2)
    expect((await save({ mailing, revision: 1 })).error).toBe('STALE')
    expect((await start(mailing)).body.error).toBe('STALE')
    expect((await show(mailing)).state).toBe('draft')
  })

  it('that is started twice at once runs once (AX-CON2-29)', async () => {
    const { mailing } = await save({ subject: 'Once' })
    const both = await Promise.all([start(mailing), start(mailing)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.map(({ body }) => body.error)).toContain('STALE')
    expect(await mailsOf('Once')).toHaveLength(2)
    expect((await save({ mailing, revision: 1 })).error).toBe('STALE')
  })

  it('is of one deployment: in another one it does not exist', async () => {
    const { mailing } = await save()
    const elsewhere = { deployment: 'prod', mailing }
    const { body } = await ada.order('mailings stop', elsewhere)
    expect(body.error).toBe('NOT_FOUND')
    expect((await bea.order('mailings show', elsewhere)).body.error).toBe('UNKNOWN_DEPLOYMENT')
  })

  it('to a list without a player who gets mails is not started', async () => {
    const { mailing } = await save({ list: 2 })
    expect((await start(mailing)).body.error).toBe('EMPTY')
  })

  it('that is stopped sends no mail that was given up when an operator retries the outbox', async () => {
    const { mailing } = await save({ subject: 'Given up' })
    await start(mailing)
    expect(await postParts(1)).toBe(1)
    const { database } = test.app.services
    await database.kysely.updateTable('mails').set({ state: 'given up' }).execute()
    const { body } = await bea.order('mailings stop', { ...at, mailing })
    expect(body.data).toEqual({ mailing, sent: 0, onTheWay: 0, dropped: 2 })
    expect((await ada.order('outbox retry', at)).body.data).toEqual({ count: 0 })
    expect(await mailsOf('Given up')).toEqual([])
  })

  it('that is stopped names the mails on their way, which wait without its text, and drops those that the mail server puts off', async () => {
    const { mailing } = await save({ subject: 'On its way' })
    await start(mailing)
    expect(await postParts(1)).toBe(1)
    const { database, outbox } = test.app.services
    const { kysely } = database
    const claim = {
      by: '6f1c2f3e-0000-4000-8000-000000000001',
      now: test.app.clock.now(),
      lease: 15,
    }
    const [first] = await claimMails(kysely, claim, 1)
    expect(first?.sealed.length).toBeLessThan(1500)
    const { body } = await bea.order('mailings stop', { ...at, mailing })
    expect(body.data).toEqual({ mailing, sent: 1, onTheWay: 1, dropped: 1 })
    const next = {
      state: 'waiting' as const,
      tries: 1,
      answers: 1,
      due_at: claim.now,
      error: '451',
    }
    await putOffMail(kysely, claim.by, first as MailKey, next)
    expect(await mailsOf('On its way')).toEqual([])
    expect(await outbox.list(kysely, { limit: 10 })).toEqual([])
    const state = kysely
      .selectFrom('mails_posted')
      .select('state')
      .where('id', '=', first?.id ?? '')
    expect(await state.execute()).toEqual([{ state: 'dropped' }])
  })

  it('is thrown away while it is a draft, and its number is not given again', async () => {
    const { mailing } = await save()
    await bea.order('mailings discard', { ...at, mailing })
    expect((await bea.order('mailings show', { ...at, mailing })).body.error).toBe('NOT_FOUND')
    expect((await save()).mailing).toBeGreaterThan(mailing)
  })

  it('is started by a brand manager who has just proven who they are', async () => {
    const { mailing } = await save()
    test.app.clock.advance(700)
    expect((await start(mailing)).body.error).toBe('PROOF_REQUIRED')
    expect((await bea.order('mailings stop', { ...at, mailing })).body.error).toBe('NOT_RUNNING')
  })
})

describe('a mailing for a later moment', () => {
  it('waits, is stopped before it begins, and is at most 90 days ahead', async () => {
    const { mailing } = await save({ subject: 'Later' })
    expect((await start(mailing, { at: inDays(91) })).body.error).toBe('TOO_LATE')
    expect((await start(mailing, { at: inDays(1) })).status).toBe(200)
    expect(await mailsOf('Later')).toEqual([])
    expect((await show(mailing)).state).toBe('scheduled')
    const { body } = await bea.order('mailings stop', { ...at, mailing })
    expect(body.data).toEqual({ mailing, sent: 0, onTheWay: 0, dropped: 2 })
    await beginNow()
    expect(await mailsOf('Later')).toEqual([])
  })

  it('goes to those who are subscribers then', async () => {
    const { mailing } = await save({ subject: 'Tomorrow' })
    await start(mailing, { at: inDays(1) })
    const choice = { ListId: 1, IsG2GOptIn: false }
    await bob.call('optInUser', { body: { ...choice, IsOptIn: false } })
    await beginNow()
    expect(await mailsOf('Tomorrow')).toHaveLength(1)
    expect(await show(mailing)).toMatchObject({ state: 'done', total: 1, posted: 1 })
    await bob.call('optInUser', { body: { ...choice, IsOptIn: true } })
  })

  it('to a list that has grown over the number of the setting waits for a second person, who approves it', async () => {
    const { mailing } = await save({ subject: 'Grown' })
    await start(mailing, { at: inDays(1) })
    await subscriber(test.app, 'Cid')
    await beginNow()
    expect(await mailsOf('Grown')).toEqual([])
    expect(await show(mailing)).toMatchObject({ state: 'waits', total: 3, posted: 0 })
    expect(test.app.logged.join('')).toMatch(/"event":"mailing.waits".*"count":3/)
    const [alert] = await test.app.mails('alerts@studio.test')
    expect(alert?.subject).toBe(`Gatehouse: mailing ${mailing} waits for a second person`)
    expect((await start(mailing)).body.error).toBe('NEEDS_SECOND_PERSON')
    await approved({ ...at, mailing, revision: 1 })
    expect(await mailsOf('Grown')).toHaveLength(3)
    expect(await show(mailing)).toMatchObject({ state: 'done', total: 3, posted: 3 })
  })

  it('that waits is a draft again once it is changed', async () => {
    const { mailing } = await save({ subject: 'Grown' })
    const { kysely } = test.app.services.database
    await kysely.updateTable('mailings').set({ state: 'waits', total: 3 }).execute()
    expect((await save({ mailing, revision: 1 })).revision).toBe(2)
    expect(await show(mailing)).toMatchObject({ state: 'draft', total: 0 })
  })
})

const inDays = (days: number) =>
  new Date(test.app.clock.now().getTime() + days * 86_400_000).toISOString()

/** The moment of every mailing has come. */
async function beginNow(): Promise<void> {
  const { database } = test.app.services
  const parts = sql`update pgboss.job set start_after = now() where name = 'mailing-parts'`
  await parts.execute(database.kysely)
}

/** Asks for the start of a mailing to many, which another person approves; answers what that one reads. */
async function approved(order: object): Promise<string> {
  const { status, body } = await bea.order('mailings start-large', order)
  expect(status).toBe(202)
  const id = body.approval?.id ?? ''
  const shown = (await otto.order('approvals show', { ...at, id })).body.data as {
    readonly digest: string
    readonly effect: readonly string[]
  }
  await otto.order('approvals approve', { ...at, id, digest: shown.digest })
  return shown.effect.join('')
}

describe('a mailing to many', () => {
  it('from the number of the setting on becomes a request for a second person (AT-CON2-41)', async () => {
    const { mailing } = await save({ subject: 'Large' })
    const order = { ...at, mailing, revision: 1 }
    expect((await start(mailing)).body.error).toBe('NEEDS_SECOND_PERSON')
    const effect = await approved(order)
    expect(effect).toContain('goes to 3 players of newsletter list 1')
    expect(await mailsOf('Large')).toHaveLength(3)
  })

  it('that changes after the request is not what the second person approves', async () => {
    const { mailing } = await save()
    const { body } = await bea.order('mailings start-large', { ...at, mailing, revision: 1 })
    const id = body.approval?.id ?? ''
    const shown = (await otto.order('approvals show', { ...at, id })).body.data as {
      readonly digest: string
    }
    await save({ mailing, revision: 1, text: 'Something else.' })
    const answer = await otto.order('approvals approve', { ...at, id, digest: shown.digest })
    expect(answer.body.error).toBe('STALE')
    expect((await show(mailing)).state).toBe('draft')
  })

  it('by the command of 1.0.0 goes at once, and its entry says that one person did it alone', async () => {
    const line = `newsletters mailing 1 --deployment local --subject Alone --text - --why news`
    const { errors } = await gatehouse(test.app, line, { input: 'Much.\n\nAnd\nmore.' })
    expect(errors).toBe('')
    expect(await mailsOf('Alone')).toHaveLength(3)
    const [entry] = (await ada.order('audit list', { ...at, limit: 1 })).body.data as object[]
    expect(entry).toMatchObject({ command: 'newsletters mailing', alone: true })
  })
})

describe('a mailing to 1,500 players', () => {
  beforeAll(() => addManySubscribers(test.app.services.database.kysely, 1500))

  it('reaches each of them once', async () => {
    const mailing = await large('To many')
    const reached = (await mailsOf('To many')).map(({ to }) => to)
    expect(reached).toHaveLength(1503)
    expect(new Set(reached).size).toBe(1503)
    expect(await show(mailing)).toMatchObject({ state: 'done', posted: 1503, waiting: 0 })
  })

  it('that is stopped in the middle keeps what is sent and drops the rest (AT-CON2-42)', async () => {
    const mailing = await large('Stopped')
    expect(await postParts(2)).toBe(2)
    const { jobs } = test.app.services
    // A part of what is posted is sent: a hundred mails at a time.
    for (let count = 0; count < 3; count += 1) await runWaiting(jobs, 'mails', sendingRuns())
    const before = await show(mailing)
    expect(before).toMatchObject({ state: 'running', total: 1503, posted: 1000 })
    expect(before.waiting).toBeGreaterThan(0)
    const { body } = await bea.order('mailings stop', { ...at, mailing })
    const { sent, dropped } = body.data as { readonly sent: number; readonly dropped: number }
    expect(sent + dropped).toBe(1503)
    const reached = (await mailsOf('Stopped')).map(({ to }) => to)
    expect(reached).toHaveLength(sent)
    expect(new Set(reached).size).toBe(sent)
    expect(await show(mailing)).toMatchObject({
      state: 'stopped',
      posted: sent,
      dropped,
      waiting: 0,
    })
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from mails_posted
      where state = 'waiting' group by state`.execute(test.app.services.database.kysely)
    expect(rows).toEqual([])
    expect((await bea.order('mailings stop', { ...at, mailing })).body.error).toBe('NOT_RUNNING')
  })

  it('lets a recovery that is asked meanwhile arrive first', async () => {
    await signedInPlayer(test.app, registerForm({ Username: 'Forgetful' }))
    await test.app.mails()
    const mailing = await large('Overtaken')
    sent.length = 0
    expect(await postParts(1)).toBe(1)
    const body = { email: 'forgetful@site.test' }
    await test.app.visitor().call('recoverPassword', { body })
    await runWaiting(test.app.services.jobs, 'mails', sendingRuns())
    expect((await show(mailing)).waiting).toBeGreaterThan(300)
    await test.app.mails()
    const [first, ...others] = sent.filter((to) => to !== 'alerts@studio.test')
    expect(first).toBe('forgetful@site.test')
    expect(others).toHaveLength(1503)
  })
})

/** The runs of the mails alone. */
function sendingRuns() {
  const { jobs } = test.app.services
  return new Map([...runsOf(jobs)].filter(([name]) => name !== 'mailing-parts'))
}

/** Starts a mailing as a command line does, without a second person. */
async function large(subject: string): Promise<number> {
  const { mailing } = await save({ subject })
  const line = `mailings start-large ${mailing} --revision 1 --deployment local --why news`
  expect((await gatehouse(test.app, line)).errors).toBe('')
  return mailing
}
