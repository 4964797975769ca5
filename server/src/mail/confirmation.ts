import { paths } from '@gatehouse/contract/routes'
import type { MailLinkKind } from '../database/connection/tables.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailThemeOf } from './themes.ts'
import { words } from './words.ts'

export type ConfirmationKind = Extract<MailLinkKind, 'confirm-email' | 'register-validate'>

const linkOf: Readonly<Record<ConfirmationKind, (token: string) => string>> = {
  'confirm-email': (token) => `${paths.confirmEmail}?uid=${token}`,
  'register-validate': (token) => `${paths.registerValidate}?verificationCode=${token}`,
}

/** Asks a new player to confirm the address; the link opens the screen of its kind. */
export function confirmation(
  deployment: Deployment,
  username: string,
  kind: ConfirmationKind,
  token: string,
): MailContent {
  const { configuration } = deployment
  const studioName = configuration.RegisterStudioName
  const said = words.confirmation
  return layout({
    theme: mailThemeOf(deployment),
    studioName,
    subject: said.subject(studioName),
    paragraphs: [said.greeting(username), said.body(studioName)],
    action: { label: said.action, url: `${configuration.AccountUrl}${linkOf[kind](token)}` },
    closing: said.closing,
  })
}
