import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { letterheadOf, type Reader } from './letterhead.ts'

/** Confirms a deletion to a former player: the last mail to the address. */
export function farewell(deployment: Deployment, reader: Reader): MailContent {
  const letterhead = letterheadOf(deployment, reader)
  const { say } = letterhead
  return layout(letterhead, {
    subject: say('farewell.subject'),
    paragraphs: [say('greeting'), say('farewell.body')],
    closing: say('farewell.closing'),
  })
}
