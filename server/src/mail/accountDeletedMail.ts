import type { Deployment } from '../tenants/deployments.ts'
import { layout, type MailContent } from './layout.ts'
import { mailContextOf, type Reader } from './mailContext.ts'

/** Confirms a deletion to a former player: the last mail to the address. */
export function accountDeletedMail(deployment: Deployment, reader: Reader): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { say } = letterhead
  return layout(letterhead, {
    subject: say('farewell.subject'),
    paragraphs: [say('greeting'), say('farewell.body')],
    closing: say('farewell.closing'),
  })
}
