import { paths } from '@gatehouse/contract/routes'
import { unsubscribeParameter, unsubscribeUrl } from '@gatehouse/contract/unsubscribe'
import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailThemeOf } from './themes.ts'
import { words } from './words.ts'

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
  username: string,
  { listId, listName, subject, paragraphs }: MailingText,
  token: string,
): MailContent {
  const { configuration, host } = deployment
  const { RegisterStudioName: studioName, AccountUrl, AccountApiUrl } = configuration
  const said = words.mailing
  const content = layout({
    theme: mailThemeOf(deployment),
    studioName,
    subject,
    paragraphs: [said.greeting(username), ...paragraphs],
    closing: said.closing(listName, studioName),
    footer: {
      label: said.unsubscribe,
      url: `${AccountUrl}${paths.unsubscribe}?${unsubscribeParameter}=${token}`,
    },
  })
  const list = `newsletter-${listId}.${host.replace(/:\d+$/, '')}`
  return {
    ...content,
    subscription: { list, unsubscribeUrl: unsubscribeUrl(AccountApiUrl, token) },
  }
}
