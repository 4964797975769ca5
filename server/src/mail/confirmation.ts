import { paths } from '@gatehouse/contract/routes'
import type { MailLinkKind } from '../database/schema/values.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailContextOf, type Reader } from './mailContext.ts'

export type ConfirmationKind = Extract<MailLinkKind, 'confirm-email' | 'register-validate'>

const linkOf: Readonly<Record<ConfirmationKind, (token: string) => string>> = {
  'confirm-email': (token) => `${paths.confirmEmail}?uid=${token}`,
  'register-validate': (token) => `${paths.registerValidate}?verificationCode=${token}`,
}

/** Asks a new player to confirm the address; the link opens the screen of its kind. */
export function confirmation(
  deployment: Deployment,
  reader: Reader,
  kind: ConfirmationKind,
  token: string,
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { words, say } = letterhead
  const url = `${deployment.configuration.AccountUrl}${linkOf[kind](token)}`
  return layout(letterhead, {
    subject: say('confirmation.subject'),
    paragraphs: [say('greeting'), say('confirmation.body')],
    action: { label: words['confirmation.action'], url },
    closing: say('confirmation.closing'),
  })
}
