import type { FastifyBaseLogger } from 'fastify'
import { fromKysely } from 'pg-boss'
import type { Jobs } from '../../database/jobs/jobs.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import { isRunning } from '../../database/jobs/waitingJobs.ts'
import {
  changeMailing,
  insertMailing,
  lockMailing,
  type MailingRow,
} from '../../database/preferences/mailingStatements.ts'
import {
  countSubscribers,
  listSubscribers,
  readNewsletterList,
} from '../../database/preferences/newsletterStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import type { Outbox, Posting } from '../../mail/outbox.ts'
import { alertStaff } from '../../mail/staffAlert.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Deployment, Deployments } from '../../deployments/deployments.ts'
import { unsubscribeTokenOf } from './unsubscribe.ts'

/** Mails of one part, which is one transaction. */
const partSize = 500

/** Mails of a mailing that wait at most before the next part: a minute's work or some more. */
const mostAhead = 5000

/** Seconds until it is looked again. */
const pause = 2

/** The next part of a mailing: its row says where that begins. */
export interface Part {
  readonly deployment: string
  readonly mailing: number
}

/** A part that a server of 1.0.0 has posted. */
interface EarlierPart {
  readonly deployment: string
  readonly list: number
  readonly subject: string
  readonly text: string
  readonly after: number
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
  readonly settings: Pick<Settings, 'MAILING_APPROVAL_FROM' | 'STAFF_ALERT_MAIL'>
}

type PostMaterials = Omit<Materials, 'database' | 'jobs' | 'log'>

export type Mailings = Awaited<ReturnType<typeof openMailings>>

/**
 * Mailings to newsletter lists. A job posts one part of the mails, notes in the mailing how far it has
 * come, and posts the job of the next part, in one transaction that ends the job too: a server that
 * dies posts no mail twice and leaves none out.
 */
export async function openMailings({ database, jobs, log, ...materials }: Materials) {
  const name = 'mailing-parts'
  const post = (transaction: Executor, part: Part, afterSeconds = 0) =>
    queue.post(transaction, part, afterSeconds)

  const queue = await jobs.openQueue<Part | EarlierPart>(
    name,
    async (given, jobId) => {
      const done = await inTransaction(database.kysely, async (transaction) => {
        if (!(await isRunning(transaction, name, jobId))) {
          throw new Error('Another server has posted this part.')
        }
        const part = 'text' in given ? await adopt(materials, transaction, given) : given
        // What is posted is sealed and kept: a mailing is posted only as far ahead as it is sent.
        const { deployment, mailing: id } = part
        const isAhead = await materials.outbox.hasWaiting(transaction, deployment, id, mostAhead)
        const mailing = isAhead ? null : await postPart(materials, transaction, part)
        if (isAhead || mailing?.state === 'running') {
          await post(transaction, part, isAhead ? pause : 0)
        }
        await jobs.boss.complete(name, jobId, null, { db: fromKysely(transaction) })
        return mailing
      })
      if (done === null) return
      const { deployment, list_id: list, posted, total } = done
      if (done.state === 'done')
        logEvent(log, 'mailing.posted', { deployment, list, count: posted })
      if (done.state === 'waits') logEvent(log, 'mailing.waits', { deployment, list, count: total })
    },
    { workers: 1 },
  )
  return {
    /** Begins a mailing, in the background, at once or after so many seconds. */
    begin: post,
    /** Starts to post the parts that wait. */
    start: queue.start,
  }
}

/** Makes a mailing of a part that knows its text, and goes on where that part would. */
async function adopt(
  { clock }: PostMaterials,
  transaction: Executor,
  { deployment, list, subject, text, after, count }: EarlierPart,
): Promise<Part> {
  const now = clock.now()
  const mailing = await insertMailing(transaction, {
    deployment,
    revision: 1,
    list_id: list,
    subject,
    body: text,
    state: 'running',
    starts_at: now,
    total: count + (await countSubscribers(transaction, deployment, list, after)),
    posted: count,
    last_player_id: after,
    made_by: 'an earlier version',
    started_by: 'an earlier version',
    changed_at: now,
  })
  return { deployment, mailing }
}

/** Posts the next mails of a mailing, and answers it as it is then; null where nothing is to be done. */
async function postPart(
  materials: PostMaterials,
  transaction: Executor,
  { deployment: name, mailing: id }: Part,
): Promise<MailingRow | null> {
  const { deployments, clock } = materials
  const found = await lockMailing(transaction, name, id)
  if (found?.state !== 'running' && found?.state !== 'scheduled') return null
  const deployment = deployments.byName(name)
  const list = await readNewsletterList(transaction, name, found.list_id)
  if (!deployment || !list) {
    // Neither is there any more: the mailing ends with it.
    await changeMailing(transaction, found, { state: 'stopped', changed_at: clock.now() })
    return null
  }
  const isFirst = found.state === 'scheduled'
  const total = isFirst ? await countSubscribers(transaction, name, list.id) : found.total
  const from = materials.settings.MAILING_APPROVAL_FROM
  if (isFirst && found.total < from && total >= from) {
    // The list has grown since one person started it: another one approves it.
    const next = { state: 'waits' as const, total, changed_at: clock.now() }
    await changeMailing(transaction, found, next)
    await alertStaff(materials, transaction, {
      deployment: name,
      subject: `mailing ${id} waits for a second person`,
      text: `Mailing ${id} of ${name} was to begin now. Its list has ${total} subscribers, and from ${from} on a second person approves a mailing: start it in the console.`,
    })
    return { ...found, ...next }
  }
  const subscribers = await listSubscribers(
    transaction,
    name,
    list.id,
    found.last_player_id,
    partSize,
  )
  const news = { list, subject: found.subject }
  const mails = subscribers.map((each) => mailTo(materials, deployment, news, each))
  await materials.outbox.postMailing(transaction, id, mails)
  const posted = found.posted + subscribers.length
  const isLast = subscribers.length < partSize
  const next = {
    changed_at: clock.now(),
    state: isLast ? ('done' as const) : ('running' as const),
    posted,
    // Players have left and joined the list meanwhile.
    total: isLast ? posted : Math.max(total, posted),
    last_player_id: subscribers.at(-1)?.id ?? found.last_player_id,
  }
  await changeMailing(transaction, found, next)
  return { ...found, ...next }
}

interface News {
  readonly list: { readonly id: number; readonly name: string }
  readonly subject: string
}

/** The mail to a subscriber, with their own link to leave. The server that sends it writes it out. */
function mailTo(
  { clock, key }: PostMaterials,
  deployment: Deployment,
  { list, subject }: News,
  subscriber: Awaited<ReturnType<typeof listSubscribers>>[number],
): Posting {
  const { id: playerId, username, email: to } = subscriber
  const owner = { deployment: deployment.name, playerId }
  const token = unsubscribeTokenOf(key.links, { ...owner, listId: list.id }, clock.now())
  const reader = { username, language: mailLanguageOf(deployment, subscriber, null) }
  return { owner, to, content: { kind: 'mailing', subject, reader, list, token } }
}
