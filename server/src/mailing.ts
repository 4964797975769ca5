import * as z from 'zod'
import { listSubscribers, readNewsletterList } from './database/newsletters.ts'
import { mailing } from './mail/mailing.ts'
import type { Services } from './services.ts'
import { unsubscribeTokenOf } from './unsubscribeToken.ts'

/** What an operator asks for; paragraphs of the text are parted by empty lines. */
export const mailingOrder = z.strictObject({
  deployment: z.string().min(1),
  list: z.coerce.number().int().positive().max(2_147_483_647),
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
})

export type MailingOrder = z.output<typeof mailingOrder>

/** A mailing that cannot be sent; the message says why. */
export class MailingError extends Error {
  override readonly name = 'MailingError'
}

const batch = 500

/**
 * Puts one mail to every subscriber of a list into the outbox, all or none, and answers how many.
 * Each carries an unsubscribe link of its own. Throws a MailingError when there is no such
 * deployment or list.
 */
export async function postMailing(services: Services, order: MailingOrder): Promise<number> {
  const { deployments, database, clock, key, outbox } = services
  const deployment = deployments.byName(order.deployment)
  if (!deployment) {
    const names = deployments.all.map(({ name }) => name).join(', ')
    throw new MailingError(`There is no deployment ${order.deployment}, but ${names}.`)
  }
  const { name } = deployment
  const paragraphs = order.text.split(/\n\s*\n/).map((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  return database.kysely.transaction().execute(async (transaction) => {
    const list = await readNewsletterList(transaction, name, order.list)
    if (!list) throw new MailingError(`${name} has no active newsletter list ${order.list}.`)
    const text = { listId: list.id, listName: list.name, subject: order.subject, paragraphs }
    const now = clock.now()
    let count = 0
    let last = 0
    for (;;) {
      const subscribers = await listSubscribers(transaction, name, list.id, last, batch)
      for (const { id, username, email } of subscribers) {
        const subscription = { deployment: name, playerId: id, listId: list.id }
        const token = unsubscribeTokenOf(key.links, subscription, now)
        await outbox.post(transaction, name, email, mailing(deployment, username, text, token))
        count += 1
        last = id
      }
      if (subscribers.length < batch) return count
    }
  })
}
