import { inTransaction } from '../database/transactions/inTransaction.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/fixtures/freshDatabase.ts'
import { layout } from './layout.ts'
import type { Mail } from './mailer.ts'
import { Jobs } from '../database/jobs/jobs.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import type { MailContext } from './mailContext.ts'
import { mailThemeOf } from './themes.ts'
import { wordsOf } from '../words/wordsOf.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import { runWaiting } from '../../test/fixtures/runWaiting.ts'

const key = [Buffer.alloc(32, 'key')] as const
const deployment = { configuration: { Environment: 'LOCAL' }, theme: { tokens: {} } }
const letterhead: MailContext = {
  language: 'en',
  theme: mailThemeOf(deployment, 'en'),
  studioName: 'Studio',
  portal: 'https://account.test',
  words: wordsOf('en'),
  say: () => '',
}
const content = layout(letterhead, {
  subject: 'Hello',
  paragraphs: ['Dear <a href="https://evil.test">you</a> & {{7*7}}'],
  action: { label: 'Go', url: 'https://account.test/?a=1&b="2"' },
  closing: 'Bye',
})

let fresh: FreshDatabase
let jobs: Jobs
let outbox: Outbox
let sent: Mail[] = []
let isDown = false
let isForgetful = false
const done = Promise.resolve()

beforeAll(async () => {
  fresh = await freshDatabase()
  const log = pino({ level: 'silent' })
  jobs = await Jobs.open(fresh.database, log)
  outbox = openOutbox({
    database: fresh.database,
    jobs,
    key,
    log,
    deployments: { byName: () => null },
    outcomes: {
      handedOver: () => (isForgetful ? Promise.reject(new Error('No database.')) : done),
      refused: () => done,
      dropped: () => done,
      deferred: () => done,
    },
    mailer: {
      async send(mail) {
        if (isDown) throw new Error('connection refused')
        sent.push(mail)
      },
    },
  })
})
afterAll(async () => {
  await jobs.stop()
  await fresh.drop()
})

const owner = { deployment: 'local', playerId: 1 }
const post = (to: string) =>
  inTransaction(fresh.database.kysely, (transaction) =>
    outbox.post(transaction, owner, to, content),
  )

describe('the outbox', () => {
  it('sends only the mails of a transaction that commits', async () => {
    sent = []
    await post('a@site.test')
    const failing = inTransaction(fresh.database.kysely, async (transaction) => {
      await outbox.post(transaction, owner, 'b@site.test', content)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await runWaiting(jobs, 'mails')).toBe(1)
    expect(sent.map(({ to }) => to)).toEqual(['a@site.test'])
    expect(await runWaiting(jobs, 'mails')).toBe(0)
  })

  it('sends each mail once beside a second outbox (T23)', async () => {
    sent = []
    await Promise.all([post('c@site.test'), post('d@site.test'), post('e@site.test')])
    await Promise.all([runWaiting(jobs, 'mails'), runWaiting(jobs, 'mails')])
    expect(sent.map(({ to }) => to).toSorted()).toEqual([
      'c@site.test',
      'd@site.test',
      'e@site.test',
    ])
  })

  it('sends no mail again whose outcome the database could not note', async () => {
    sent = []
    await post('g@site.test')
    isForgetful = true
    expect(await runWaiting(jobs, 'mails')).toBe(1)
    isForgetful = false
    expect(await runWaiting(jobs, 'mails')).toBe(0)
    expect(sent.map(({ to }) => to)).toEqual(['g@site.test'])
  })

  it('lets no mail that a player waits for stand behind a mailing or a notice that was posted before', async () => {
    sent = []
    await inTransaction(fresh.database.kysely, async (transaction) => {
      const many = Array.from({ length: 250 }, () => ({ owner, to: 'many@site.test', content }))
      await outbox.postMailing(transaction, 1, many)
      await outbox.postLater(transaction, owner, 'later@site.test', content)
    })
    await post('first@site.test')
    while ((await runWaiting(jobs, 'mails')) > 0);
    expect(sent).toHaveLength(252)
    expect(sent.slice(0, 3).map(({ to }) => to)).toEqual([
      'first@site.test',
      'later@site.test',
      'many@site.test',
    ])
  })

  it('keeps an unsent mail with the same id', async () => {
    sent = []
    await post('f@site.test')
    isDown = true
    await expect(runWaiting(jobs, 'mails')).rejects.toThrow('SMTP: no answer')
    isDown = false
    await fresh.database.kysely
      .updateTable('mails')
      .set({ due_at: new Date(0) })
      .execute()
    expect(await runWaiting(jobs, 'mails')).toBe(1)
    expect(sent[0]?.messageId).toMatch(/^<[\w-]{36}@localhost>$/)
  })
})

describe('a mail', () => {
  it('shows its values as text, in both of its parts (D16)', () => {
    expect(content.html).not.toContain('<a href="https://evil.test">')
    expect(content.html).toContain('Dear &lt;a href=&quot;https://evil.test&quot;&gt;you&lt;/a&gt;')
    expect(content.html).toContain('href="https://account.test/?a=1&amp;b=&quot;2&quot;"')
    expect(content.text).toContain('Go:\nhttps://account.test/?a=1&b="2"')
  })

  it('has both colour schemes and fetches nothing', () => {
    expect(content.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(content.html).toContain('@media (prefers-color-scheme:dark)')
    expect(content.html).not.toMatch(/<(link|script|iframe)|src="(?!cid:)|url\(|@import|@font-face/)
  })

  it('waits sealed: neither another key nor a changed byte opens it', () => {
    const sealed = seal({ link: 'secret' }, key)
    expect(unseal(sealed, key)).toEqual({ link: 'secret' })
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('secret')
    expect(() => unseal(sealed, [Buffer.alloc(32, 'other')])).toThrow('SESSION_KEY')
    const changed = Buffer.from(sealed, 'base64')
    changed[40] = (changed[40] ?? 0) ^ 1
    expect(() => unseal(changed.toString('base64'), key)).toThrow('SESSION_KEY')
  })
})
