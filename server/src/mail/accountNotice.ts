import { browserOf } from '../platform/browserOf.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailThemeOf } from './themes.ts'
import { circumstances, words } from './words.ts'

/** Mails about a player's log-in with the time and origin of an event. */
type NoticeName = Exclude<
  keyof typeof words,
  'confirmation' | 'registrationAttempt' | 'sessionReuse' | 'farewell' | 'mailing'
>

export interface Occasion {
  readonly at: Date
  readonly clientContext: { readonly ip: string; readonly userAgent: string }
}

/**
 * Notifies a player of a change, or of a request for one. The button leads to `path` within the
 * portal; `detail` is the old name or the new address, where the notice names one.
 */
export function accountNotice(
  deployment: Deployment,
  username: string,
  name: NoticeName,
  { at, clientContext }: Occasion,
  { path, detail = '' }: { readonly path: string; readonly detail?: string },
): MailContent {
  const { configuration } = deployment
  const studioName = configuration.RegisterStudioName
  const said = words[name]
  return layout({
    theme: mailThemeOf(deployment),
    studioName,
    subject: said.subject(studioName),
    paragraphs: [
      said.greeting(username),
      said.body(studioName, detail),
      circumstances(at, browserOf(clientContext.userAgent), clientContext.ip),
    ],
    action: { label: said.action, url: `${configuration.AccountUrl}${path}` },
    closing: said.closing,
  })
}
