import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailThemeOf } from './themes.ts'
import { words } from './words.ts'

/** Tells a former player that the account is gone; the last thing that the address is used for. */
export function farewell(deployment: Deployment, username: string): MailContent {
  const { configuration } = deployment
  const studioName = configuration.RegisterStudioName
  const said = words.farewell
  return layout({
    theme: mailThemeOf(deployment),
    studioName,
    subject: said.subject(studioName),
    paragraphs: [said.greeting(username), said.body(studioName)],
    closing: said.closing,
  })
}
