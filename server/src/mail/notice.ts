import { paths } from '@gatehouse/contract/routes'
import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailThemeOf } from './themes.ts'
import { words } from './words.ts'

/** Notifies a player of an event around the account, and leads to the log-in. */
export function notice(
  deployment: Deployment,
  username: string,
  what: 'registrationAttempt' | 'sessionReuse',
): MailContent {
  const { configuration } = deployment
  const studioName = configuration.RegisterStudioName
  const said = words[what]
  return layout({
    theme: mailThemeOf(deployment),
    studioName,
    subject: said.subject(studioName),
    paragraphs: [said.greeting(username), said.body(studioName)],
    action: { label: said.action, url: `${configuration.AccountUrl}${paths.login}` },
    closing: said.closing,
  })
}
