import { paths } from '@gatehouse/contract/routes'
import { unsubscribeParameter, unsubscribeUrl } from '@gatehouse/contract/unsubscribe'
import type { Deployment } from '../tenants/deployments.ts'
import { isolate } from './fillIn.ts'
import { layout, type MailContent } from './layout.ts'
import { mailContextOf, type Reader } from './mailContext.ts'

export interface MailingText {
  readonly listId: number
  readonly listName: string
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/**
 * A mail to one subscriber of a list. `token` ends this subscription: in the link at the bottom,
 * which opens the portal's page, and in the header, whose address the mail provider posts to.
 */
export function mailing(
  deployment: Deployment,
  reader: Reader,
  { listId, listName, subject, paragraphs }: MailingText,
  token: string,
): MailContent {
  const { configuration, host } = deployment
  const { AccountUrl, AccountApiUrl } = configuration
  const letterhead = mailContextOf(deployment, reader)
  const { words, say } = letterhead
  // The studio wrote these in a language of its own.
  const own = (text: string) => isolate(text, reader.language)
  const content = layout(letterhead, {
    subject: own(subject),
    paragraphs: [say('greeting'), ...paragraphs.map(own)],
    closing: say('mailing.closing', { list: listName }),
    footer: {
      label: words['mailing.unsubscribe'],
      url: `${AccountUrl}${paths.unsubscribe}?${unsubscribeParameter}=${token}`,
    },
  })
  const list = `newsletter-${listId}.${host.replace(/:\d+$/, '')}`
  return {
    ...content,
    subscription: { list, unsubscribeUrl: unsubscribeUrl(AccountApiUrl, token) },
  }
}
