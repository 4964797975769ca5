import * as z from 'zod'
import { type Command, CommandRefused } from './command.ts'
import { deploymentNamed } from './deploymentNamed.ts'
import { listSubscribers, readNewsletterList } from './database/newsletters.ts'
import { mailing } from './mail/mailing.ts'
import type { Services } from './services.ts'
import { unsubscribeTokenOf } from './unsubscribeToken.ts'

/** What an operator asks for; paragraphs of the text are parted by empty lines. */
const mailingOrder = z.strictObject({
  deployment: z.string().min(1),
  list: z.coerce.number().int().positive().max(2_147_483_647),
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
})

type MailingOrder = z.output<typeof mailingOrder>

/** Puts a mailing into the outbox. */
export const mailingCommand: Command<MailingOrder> = {
  name: 'mailing',
  order: mailingOrder,
  async carryOut(services, order) {
    return `Mails in the outbox: ${await postMailing(services, order)}.`
  },
}

const batch = 500

/**
 * Puts one mail to every subscriber of a list into the outbox, all or none, and answers how many.
 * Each carries an unsubscribe link of its own. Throws a CommandRefused when there is no such
 * deployment or list.
 */
export async function postMailing(services: Services, order: MailingOrder): Promise<number> {
  const { database, clock, key, outbox } = services
  const deployment = deploymentNamed(services, order.deployment)
  const { name } = deployment
  const paragraphs = order.text.split(/\n\s*\n/).map((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  return database.kysely.transaction().execute(async (transaction) => {
    const list = await readNewsletterList(transaction, name, order.list)
    if (!list) throw new CommandRefused(`${name} has no active newsletter list ${order.list}.`)
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
