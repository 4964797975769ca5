import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailThemeOf } from './themes.ts'
import { words } from './words.ts'

/** Confirms a deletion to a former player: the last mail to the address. */
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
