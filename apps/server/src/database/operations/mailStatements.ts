import { type Kysely, sql } from 'kysely'
import { after } from '../../platform/clock.ts'
import { type Executor, type NewRow, ofDeployment } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import type { MailRank } from '../schema/values.ts'

/* The mails that wait, in a table that is its own queue. */

/** Rows that one statement changes where there may be many. */
const atOnce = 2000

export interface MailKey {
  readonly deployment: string
  readonly player_id: number
  readonly id: string
}

/** A mail that one server sends. */
export interface ClaimedMail extends MailKey {
  readonly rank: MailRank
  readonly mailing: number | null
  readonly tries: number
  readonly answers: number
  readonly sealed: string
}

/** A mail as operators see it. */
export interface WaitingMail extends MailKey {
  readonly kind: string | null
  readonly state: 'waiting' | 'given up' | 'sent'
  readonly tries: number
  readonly due_at: Date
  readonly claimed_until: Date | null
  readonly error: string | null
  readonly sealed: string
  readonly created_at: Date
}

/** The states of mails that wait or were given up: the others are sent. */
const stillThere = ['waiting', 'given up'] as const

const keyColumns = ['deployment', 'player_id', 'id'] as const

/** For some tens of keys. Citus asks the machines of their players alone. */
function isOneOf(keys: readonly MailKey[]) {
  const tuples = keys.map((key) => sql`(${key.deployment}, ${key.player_id}, ${key.id})`)
  return sql<boolean>`(deployment, player_id, id) in (${sql.join(tuples)})`
}

/** The same for thousands: PostgreSQL compares each row of a table with each tuple that is written out. */
export function isAmong(keys: readonly MailKey[]) {
  const deployments = keys.map(({ deployment }) => deployment)
  const players = keys.map(({ player_id: player }) => player)
  const ids = keys.map(({ id }) => id)
  return sql<boolean>`(deployment, player_id, id) in (
    select * from unnest(${deployments}::text[], ${players}::bigint[], ${ids}::uuid[]))`
}

export async function insertMails(
  transaction: Executor,
  mails: readonly NewRow<'mails'>[],
): Promise<void> {
  if (mails.length > 0) await transaction.insertInto('mails').values(mails).execute()
}

/** Who claims mails, and until when. */
export interface Claim {
  readonly by: string
  readonly now: Date
  /** Seconds. */
  readonly lease: number
}

/**
 * Claims the next mails that are due, those of a lower rank and the older ones first. It reads their keys
 * without a lock, and claims by the keys: of two servers the second finds some claimed, and gets fewer.
 */
export async function claimMails(
  kysely: Kysely<Tables>,
  { by, now, lease }: Claim,
  limit: number,
): Promise<readonly ClaimedMail[]> {
  const isFree = sql<boolean>`state = 'waiting' and due_at <= ${now}
    and (claimed_until is null or claimed_until <= ${now})`
  const keys = await kysely
    .selectFrom('mails')
    .select(keyColumns)
    .where(isFree)
    .orderBy('rank')
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (keys.length === 0) return []
  const claimed = await kysely
    .updateTable('mails')
    .set({ claimed_by: by, claimed_until: after(now, lease) })
    .where(isOneOf(keys))
    .where(isFree)
    .returning([...keyColumns, 'rank', 'mailing', 'tries', 'answers', 'sealed'])
    .execute()
  const places = new Map(keys.map(({ id }, place) => [id, place]))
  return claimed.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** Goes on claiming mails; answers the ids of those that are still this server's. */
export async function keepClaims(
  kysely: Kysely<Tables>,
  { by, now, lease }: Claim,
  keys: readonly MailKey[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const kept = await kysely
    .updateTable('mails')
    .set({ claimed_until: after(now, lease) })
    .where(isOneOf(keys))
    .where('claimed_by', '=', by)
    .returning('id')
    .execute()
  return new Set(kept.map(({ id }) => id))
}

/** Lets go mails that were not tried. */
export async function releaseMails(
  kysely: Kysely<Tables>,
  by: string,
  keys: readonly MailKey[],
): Promise<void> {
  if (keys.length === 0) return
  await kysely
    .updateTable('mails')
    .set({ claimed_by: null, claimed_until: null })
    .where(isOneOf(keys))
    .where('claimed_by', '=', by)
    .execute()
}

/** Marks mails that a mail server has, whoever claims them by now: nobody sends them again. */
export async function markSent(kysely: Executor, keys: readonly MailKey[]): Promise<void> {
  await kysely
    .updateTable('mails')
    .set({ state: 'sent', claimed_by: null, claimed_until: null })
    .where(isOneOf(keys))
    .execute()
}

/** Takes out some mails that are sent; answers them. Of two servers each gets others. */
export async function takeSent(transaction: Executor): Promise<readonly MailKey[]> {
  const keys = await transaction
    .selectFrom('mails')
    .select(keyColumns)
    .where('state', '=', 'sent')
    .limit(atOnce)
    .execute()
  if (keys.length === 0) return []
  return transaction
    .deleteFrom('mails')
    .where(isAmong(keys))
    .where('state', '=', 'sent')
    .returning(keyColumns)
    .execute()
}

/** Takes out mails that are refused for good or dropped, whoever claims them by now. */
export async function deleteMails(executor: Executor, keys: readonly MailKey[]): Promise<void> {
  if (keys.length > 0) await executor.deleteFrom('mails').where(isOneOf(keys)).execute()
}

/** What becomes of a mail after a try that failed. */
export interface PutOff {
  readonly state: 'waiting' | 'given up'
  readonly tries: number
  readonly answers: number
  readonly due_at: Date
  readonly error: string
}

/** Puts a mail off, or gives it up, unless another server claims it by now. */
export async function putOffMail(
  executor: Executor,
  by: string,
  key: MailKey,
  next: PutOff,
): Promise<void> {
  await executor
    .updateTable('mails')
    .set({ ...next, claimed_by: null, claimed_until: null })
    .where(isOneOf([key]))
    .where('claimed_by', '=', by)
    .execute()
}

/** How many mails of each mailing of a deployment wait, or of one, without those that were given up. */
export async function countMailingMails(
  executor: Executor,
  deployment: string,
  mailing: number | null = null,
): Promise<ReadonlyMap<number, number>> {
  const rows = await executor
    .selectFrom('mails')
    .select(({ fn }) => ['mailing', fn.countAll<number>().as('count')])
    .$call(ofDeployment(deployment))
    .where('mailing', 'is not', null)
    .$if(mailing !== null, (rows) => rows.where('mailing', '=', mailing))
    .where('state', '=', 'waiting')
    .groupBy('mailing')
    .execute()
  return new Map(rows.map(({ mailing, count }) => [mailing ?? 0, count]))
}

/** True where so many mails of a mailing wait. */
export async function hasWaiting(
  executor: Executor,
  deployment: string,
  mailing: number,
  count: number,
): Promise<boolean> {
  const found = await executor
    .selectFrom('mails')
    .select('id')
    .$call(ofDeployment(deployment))
    .where('mailing', '=', mailing)
    .where('state', '=', 'waiting')
    .limit(1)
    .offset(count - 1)
    .execute()
  return found.length > 0
}

/** Deletes the mails of a mailing that wait or were given up, but none that is on its way; answers them. */
export function deleteMailing(
  transaction: Executor,
  deployment: string,
  mailing: number,
  now: Date,
): Promise<readonly MailKey[]> {
  return transaction
    .deleteFrom('mails')
    .$call(ofDeployment(deployment))
    .where('mailing', '=', mailing)
    .where(isNotUnderWay(now))
    .returning(keyColumns)
    .execute()
}

function isNotUnderWay(now: Date) {
  return sql<boolean>`state <> 'sent' and (claimed_until is null or claimed_until <= ${now})`
}

/** Deletes the mails of a deployment to an address; `ofNobody`: those without a player alone. */
export async function deleteMailsTo(
  transaction: Executor,
  deployment: string,
  marks: readonly string[],
  { ofNobody = false } = {},
): Promise<void> {
  if (marks.length === 0) return
  await transaction
    .deleteFrom('mails')
    .$call(ofDeployment(deployment))
    .where('to_mark', 'in', marks)
    .$if(ofNobody, (rows) => rows.where('player_id', '=', 0))
    .execute()
}

/** The mails of a mailing, an address or a deployment alone. */
export interface WantedMails {
  readonly id?: string | undefined
  readonly deployment?: string | undefined
}

/** Mails that wait or were given up, the oldest first; with `to`, those alone to one of these addresses. */
export function listMails(
  executor: Executor,
  {
    deployment,
    to,
    limit,
  }: {
    readonly deployment: string | undefined
    readonly to: readonly { readonly deployment: string; readonly mark: string }[] | undefined
    readonly limit: number
  },
): Promise<readonly WaitingMail[]> {
  return executor
    .selectFrom('mails')
    .select([...keyColumns, 'kind', 'state', 'tries', 'due_at', 'claimed_until', 'error'])
    .select(['sealed', 'created_at'])
    .where('state', 'in', stillThere)
    .$if(deployment !== undefined, (rows) => rows.where('deployment', '=', deployment ?? ''))
    .$if(to !== undefined, (rows) => {
      const marks = (to ?? []).map((each) => sql`(${each.deployment}, ${each.mark})`)
      return rows.where(sql<boolean>`(deployment, to_mark) in (${sql.join(marks)})`)
    })
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The mails that wait or were given up and are not on their way: one, those of a deployment, or all. */
function wantedOf({ id, deployment }: WantedMails, now: Date) {
  const conditions = [
    isNotUnderWay(now),
    ...(id === undefined ? [] : [isUuid.test(id) ? sql`id = ${id}` : sql`false`]),
    ...(deployment === undefined ? [] : [sql`deployment = ${deployment}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Has mails tried at once and as often as new ones; answers how many wait now. */
export async function retryMails(
  transaction: Executor,
  wanted: WantedMails,
  now: Date,
): Promise<number> {
  const isWanted = wantedOf(wanted, now)
  for (;;) {
    const keys = await transaction
      .selectFrom('mails')
      .select(keyColumns)
      .where(isWanted)
      .where(sql<boolean>`(state = 'given up' or tries > 0 or due_at > ${now})`)
      .limit(atOnce)
      .execute()
    if (keys.length === 0) break
    await transaction
      .updateTable('mails')
      .set({ state: 'waiting', tries: 0, answers: 0, due_at: now })
      .where(isAmong(keys))
      .execute()
  }
  const { count } = await transaction
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isWanted)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes a mail that waits or was given up; answers it, or undefined where it is on its way or gone. */
export async function deleteMail(
  transaction: Executor,
  wanted: WantedMails & { readonly id: string },
  now: Date,
): Promise<MailKey | undefined> {
  const found = await transaction
    .selectFrom('mails')
    .select(keyColumns)
    .where(wantedOf(wanted, now))
    .executeTakeFirst()
  if (found === undefined) return undefined
  return transaction
    .deleteFrom('mails')
    .where(isOneOf([found]))
    .where(isNotUnderWay(now))
    .returning(keyColumns)
    .executeTakeFirst()
}

/** The ids of a player's mails that were given up. */
export async function listGivenUp(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('mails')
    .select('id')
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .where('state', '=', 'given up')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The names of the ranks, as metrics and Health show them. */
export const nameOfRank: Readonly<Record<MailRank, string>> = {
  1: 'mail',
  2: 'notices',
  3: 'mailings',
}

/** How many mails of each rank wait, and since when the oldest; and how many were given up. */
export async function countMails(executor: Executor) {
  const waiting = await executor
    .selectFrom('mails')
    .select(({ fn }) => ['rank', fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.min('created_at').as('since'))
    .where('state', '=', 'waiting')
    .groupBy('rank')
    .execute()
  const { count: givenUp } = await executor
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'given up')
    .executeTakeFirstOrThrow()
  return { waiting, givenUp }
}

/** Drops every mail. */
export async function deleteAllMails(kysely: Kysely<Tables>): Promise<void> {
  await kysely.deleteFrom('mails').execute()
}
