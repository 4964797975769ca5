import type { Deployment } from '../deployments.ts'
import { accountNotice } from '../mail/accountNotice.ts'
import { confirmation } from '../mail/confirmation.ts'
import { farewell } from '../mail/farewell.ts'
import type { MailContent } from '../mail/layout.ts'
import { mailing } from '../mail/mailing.ts'
import { notice } from '../mail/notice.ts'
import { words } from '../mail/words.ts'

const username = 'Ada_Lovelace'
const token = 'x'.repeat(64)
const occasion = {
  at: new Date('2026-11-21T07:30:00Z'),
  visitor: { ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', userAgent: '' },
}
const news = {
  listId: 1,
  listName: 'News & events',
  subject: 'The gates open on Friday',
  paragraphs: ['The new season begins on Friday.', 'See <you> there & bring a friend.'],
}

/** Each mail that the product can send, by its name among the words. */
export function everyMail(deployment: Deployment): ReadonlyMap<string, MailContent> {
  const write = (name: keyof typeof words): MailContent => {
    if (name === 'confirmation') return confirmation(deployment, username, 'confirm-email', token)
    if (name === 'farewell') return farewell(deployment, username)
    if (name === 'mailing') return mailing(deployment, username, news, token)
    if (name === 'registrationAttempt' || name === 'sessionReuse') {
      return notice(deployment, username, name)
    }
    const detail = 'charles.babbage+analytical-engine@example.com'
    const path = `/password-recovery/reset?token=${token}`
    return accountNotice(deployment, username, name, occasion, { path, detail })
  }
  const names = Object.keys(words) as (keyof typeof words)[]
  return new Map(names.map((name) => [name, write(name)]))
}
