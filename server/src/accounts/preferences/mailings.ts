import type { FastifyBaseLogger } from 'fastify'
import { fromKysely } from 'pg-boss'
import type { Jobs } from '../../database/jobs/jobs.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import { isRunning } from '../../database/jobs/waitingJobs.ts'
import { listSubscribers, readNewsletterList } from '../../database/preferences/newsletters.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { mailing } from '../../mail/mails.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Deployments } from '../../tenants/deployments.ts'
import { unsubscribeTokenOf } from './unsubscribe.ts'

/** Mails of one part, which is one transaction. */
const partSize = 500

export interface Mailing {
  readonly deployment: string
  readonly list: number
  readonly subject: string
  /** Empty lines separate paragraphs. */
  readonly text: string
}

/** A part of a mailing: the mails to the next subscribers after the one with this id. */
interface Part extends Mailing {
  readonly after: number
  /** Mails of the parts before. */
  readonly count: number
}

interface Materials {
  readonly database: Database
  readonly deployments: Deployments
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly clock: Clock
  readonly key: ServerKey
  readonly log: FastifyBaseLogger
}

export type Mailings = Awaited<ReturnType<typeof openMailings>>

/**
 * Mailings to newsletter lists. A job posts one part of the mails and the job of the next part, in one
 * transaction that ends the job too: a server that dies posts no mail twice and leaves none out.
 */
export async function openMailings({ database, jobs, log, ...materials }: Materials) {
  const name = 'mailing-parts'
  const post = (transaction: Executor, part: Part) =>
    queue.post(transaction, { deployment: part.deployment, playerId: 0 }, part)

  const queue = await jobs.openQueue<Part>(
    name,
    async (part, jobId) => {
      const next = await inTransaction(database.kysely, async (transaction) => {
        if (!(await isRunning(transaction, name, jobId))) {
          throw new Error('Another server has posted this part.')
        }
        const posted = await postPart(materials, transaction, part)
        const { after, count } = posted
        if (after !== null) await post(transaction, { ...part, after, count })
        await jobs.boss.complete(name, jobId, null, { db: fromKysely(transaction) })
        return posted
      })
      const { deployment, list } = part
      if (next.after === null)
        logEvent(log, 'mailing.posted', { deployment, list, count: next.count })
    },
    { isLast: true },
  )
  return {
    /**
     * Posts a mail with an own unsubscribe link to every subscriber of a list, in the background; false
     * where the deployment offers no such list.
     */
    async send(transaction: Executor, order: Mailing): Promise<boolean> {
      const { deployment, list, subject, text } = order
      if (!(await readNewsletterList(transaction, deployment, list))) return false
      await post(transaction, { deployment, list, subject, text, after: 0, count: 0 })
      return true
    },
    /** Starts to post the parts that wait. */
    start: queue.start,
  }
}

/** Posts the mails of a part; `after` is null when it was the last one. */
async function postPart(
  { deployments, outbox, clock, key }: Omit<Materials, 'database' | 'jobs' | 'log'>,
  transaction: Executor,
  { deployment: name, list: listId, subject, text, after, count }: Part,
): Promise<{ readonly after: number | null; readonly count: number }> {
  const deployment = deployments.byName(name)
  const list = await readNewsletterList(transaction, name, listId)
  // Neither may be there any more.
  if (!deployment || !list) return { after: null, count }
  const paragraphs = text.split(/\n\s*\n/).map((line) => line.replaceAll(/\s*\n\s*/g, ' '))
  const news = { listId, listName: list.name, subject, paragraphs }
  const subscribers = await listSubscribers(transaction, name, listId, after, partSize)
  for (const subscriber of subscribers) {
    const { id: playerId, username, email } = subscriber
    const owner = { deployment: name, playerId }
    const token = unsubscribeTokenOf(key.links, { ...owner, listId }, clock.now())
    const language = mailLanguageOf(deployment, subscriber, null)
    const content = mailing(deployment, { username, language }, news, token)
    await outbox.postLater(transaction, owner, email, content, 'mailings')
  }
  const last = subscribers.length < partSize ? null : (subscribers.at(-1)?.id ?? null)
  return { after: last, count: count + subscribers.length }
}
