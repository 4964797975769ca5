import { paths } from '@gatehouse/contract/routes'
import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailContextOf, type Reader } from './mailContext.ts'

/** Notifies a player of an event around the account, and leads to the log-in. */
export function notice(
  deployment: Deployment,
  reader: Reader,
  what: 'registrationAttempt' | 'sessionReuse',
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { words, say } = letterhead
  return layout(letterhead, {
    subject: say(`${what}.subject`),
    paragraphs: [say('greeting'), say(`${what}.body`)],
    action: {
      label: words[`${what}.action`],
      url: `${deployment.configuration.AccountUrl}${paths.login}`,
    },
    closing: say(`${what}.closing`),
  })
}
