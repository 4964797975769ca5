import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { letterheadOf, type Reader } from './letterhead.ts'

/** Confirms a deletion to a former player: the last mail to the address. */
export function farewell(deployment: Deployment, reader: Reader): MailContent {
  const letterhead = letterheadOf(deployment, reader)
  const { words, say } = letterhead
  const said = words.mails.farewell
  return layout(letterhead, {
    subject: say(said.subject),
    paragraphs: [say(words.greeting), say(said.body)],
    closing: say(said.closing),
  })
}
