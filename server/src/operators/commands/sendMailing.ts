import { CommandRefusedError } from '../command/commandRefusedError.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { listSubscribers, readNewsletterList } from '../../database/preferences/newsletters.ts'
import { mailing } from '../../mail/mails.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import type { OperatorServices } from '../command/command.ts'
import { unsubscribeTokenOf } from '../../accounts/preferences/unsubscribe.ts'

const batch = 500

/** Posts a mail with an own unsubscribe link to every subscriber; returns their number. */
export async function sendMailing(
  services: OperatorServices,
  transaction: Executor,
  deployment: Deployment,
  order: { readonly list: number; readonly subject: string; readonly text: string },
): Promise<number> {
  const { clock, key, outbox } = services
  const { name } = deployment
  // Empty lines separate paragraphs.
  const paragraphs = order.text.split(/\n\s*\n/).map((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  const list = await readNewsletterList(transaction, name, order.list)
  if (!list) throw new CommandRefusedError(`${name} has no active newsletter list ${order.list}.`)
  const text = { listId: list.id, listName: list.name, subject: order.subject, paragraphs }
  const now = clock.now()
  let count = 0
  let last = 0
  for (;;) {
    const subscribers = await listSubscribers(transaction, name, list.id, last, batch)
    for (const subscriber of subscribers) {
      const { id, username, email } = subscriber
      const subscription = { deployment: name, playerId: id, listId: list.id }
      const token = unsubscribeTokenOf(key.links, subscription, now)
      const owner = { deployment: name, playerId: id }
      const language = mailLanguageOf(deployment, subscriber, null)
      const content = mailing(deployment, { username, language }, text, token)
      await outbox.postLater(transaction, owner, email, content, 'mailings')
      count += 1
      last = id
    }
    if (subscribers.length < batch) return count
  }
}
