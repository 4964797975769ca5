import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Jobs } from '../database/jobs/jobs.ts'
import { insertMails } from '../database/operations/mailStatements.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Executor } from '../database/schema/executor.ts'
import type { MailRank } from '../database/schema/values.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import { type Clock } from '../platform/clock.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import type { Keys } from '../platform/crypto/serverKey.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import type { DeliveryTarget, ExpiringLink, QueuedMail } from './deliver.ts'
import type { Mail } from './mailer.ts'

/* Versions before the table of mails posted jobs. What waits of those is taken over. */

/** Mails that go in one transaction. */
const batch = 100
/** Milliseconds between two looks: servers of an earlier version may post more beside this one. */
const pause = 5000

const ranks: Readonly<Record<string, MailRank>> = { mail: 1, notices: 2, mailings: 3 }

interface EarlierJob {
  readonly id: string
  readonly queue: string
  readonly playerId: number | null
  readonly state: string
  readonly tries: number
  readonly dueAt: Date
  readonly createdAt: Date
  readonly error: string | null
  readonly job: {
    readonly sealed: string
    readonly to: string
    readonly deployment?: string
    readonly kind?: string
    /** The deployment and the number of a mailing. */
    readonly mailing?: string
  }
}

interface Materials {
  readonly database: Pick<Database, 'kysely'>
  readonly jobs: Jobs
  readonly key: Keys
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** Takes over what waits now. */
export async function takeOverJobs(materials: Materials): Promise<void> {
  for (const take of [takeFromOutbox, takeFromQueue]) {
    for (;;) {
      const count = await inTransaction(materials.database.kysely, async (transaction) => {
        const jobs = await take(transaction)
        await insertMails(
          transaction,
          jobs.map((job) => rowOf(job, materials.key)),
        )
        return jobs.length
      })
      if (count < batch) break
    }
  }
}

/** Takes over what servers of an earlier version leave behind. */
export function takingOver(materials: Materials): Task {
  return {
    pause,
    run: () => takeOverJobs(materials),
    onError: (error) => logEvent(materials.log, 'mail.queue_failed', { err: error }),
  }
}

const names = sql.join(Object.keys(ranks))

async function takeFromOutbox(transaction: Executor): Promise<readonly EarlierJob[]> {
  const keys = await transaction
    .selectFrom('outbox')
    .select(['deployment', 'player_id', 'id'])
    .where('queue', 'in', Object.keys(ranks))
    .orderBy('created_at')
    .limit(batch)
    .execute()
  if (keys.length === 0) return []
  const tuples = keys.map((key) => sql`(${key.deployment}, ${key.player_id}, ${key.id})`)
  const { rows } = await sql<EarlierJob>`
    delete from outbox where (deployment, player_id, id) in (${sql.join(tuples)})
    returning id, queue, player_id as "playerId", 'created' as state, 0 as tries, due_at as "dueAt",
      created_at as "createdAt", null as error, job`.execute(transaction)
  return rows
}

/** One that is under way stays, for the server that has it. */
async function takeFromQueue(transaction: Executor): Promise<readonly EarlierJob[]> {
  const { rows } = await sql<EarlierJob>`
    delete from pgboss.job where name in (${names}) and id in (
      select id from pgboss.job where name in (${names}) and state in ('created', 'retry', 'failed')
      order by created_on limit ${sql.lit(batch)})
      and state in ('created', 'retry', 'failed')
    returning id, name as queue, null as "playerId", state, retry_count as tries,
      start_after as "dueAt", created_on as "createdAt", output->>'message' as error,
      data as job`.execute(transaction)
  return rows
}

/** What earlier versions wrote otherwise: the note for support, and a link without its kind. */
interface EarlierDispatch {
  readonly link: string | null
  readonly posted?: { readonly playerId: number; readonly id: string } | null
}

function rowOf({ job, ...of }: EarlierJob, key: Keys) {
  const letter = openedOrNull(job.sealed, key)
  const posted = letter?.dispatch.posted
  return {
    deployment: job.deployment ?? letter?.dispatch.deployment ?? '*',
    player_id: posted?.playerId ?? of.playerId ?? 0,
    id: posted?.id ?? of.id,
    rank: ranks[of.queue] ?? 2,
    kind: job.kind ?? null,
    mailing: job.mailing === undefined ? null : Number(job.mailing.split('/').at(-1)),
    to_mark: job.to,
    state: of.state === 'failed' ? ('given up' as const) : ('waiting' as const),
    tries: of.tries,
    answers: of.tries,
    due_at: of.dueAt,
    error: of.error,
    sealed: letter === null ? job.sealed : seal(withLinkOf(letter, job.kind), key),
    created_at: of.createdAt,
  }
}

interface EarlierMail {
  readonly mail: Mail
  readonly dispatch: Omit<DeliveryTarget, 'link'> & EarlierDispatch
}

const linkKinds: Readonly<Record<string, ExpiringLink['kind']>> = {
  emailChangeConfirmation: 'email confirmation',
  emailChangeAsked: 'email undo',
}

/** The mail says by its own kind of which kind its link is. */
function withLinkOf({ mail, dispatch }: EarlierMail, kind = ''): QueuedMail {
  const { posted: _, link: secret, ...of } = dispatch
  const link = secret === null ? null : { kind: linkKinds[kind] ?? 'mail link', secret }
  return { mail, dispatch: { ...of, link } }
}

function openedOrNull(sealed: string, key: Keys): EarlierMail | null {
  try {
    return unseal(sealed, key) as EarlierMail
  } catch {
    return null
  }
}
