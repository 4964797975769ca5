import type { Deployment } from '../deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { words } from './words.ts'

/** Tells a former player that the account is gone; the last thing that the address is used for. */
export function farewell({ configuration }: Deployment, username: string): MailContent {
  const studioName = configuration.RegisterStudioName
  const said = words.farewell
  return layout({
    studioName,
    subject: said.subject(studioName),
    paragraphs: [said.greeting(username), said.body(studioName)],
    closing: said.closing,
  })
}
