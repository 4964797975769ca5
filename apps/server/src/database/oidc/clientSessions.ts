import { type Kysely, sql } from 'kysely'
import {
  type Executor,
  insertOnce,
  type NewRow,
  ofDeployment,
  ofPlayer,
} from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { inTransaction } from '../transactions/inTransaction.ts'

/** Records that a client knows a session of ours; further codes of the session change nothing. */
export async function recordClientSession(executor: Executor, row: NewRow<'client_sessions'>) {
  await insertOnce(executor, 'client_sessions', row)
}

/** The clients' names (`sid`) of the sessions of a living family. */
export function listClientSessions(
  executor: Executor,
  deployment: string,
  { player_id, family }: { readonly player_id: number; readonly family: string },
) {
  return executor
    .selectFrom('client_sessions')
    .select(['client_id as clientId', 'sid'])
    .$call(ofPlayer(deployment, player_id))
    .where('session_family', '=', family)
    .where('ended_at', 'is', null)
    .orderBy('signed_in_at')
    .execute()
}

/**
 * Which sessions ended: one family, all of a player at one client, or all of a player except one
 * family.
 */
type Ended =
  | { readonly playerId: number; readonly family: string }
  | { readonly playerId: number; readonly clientId: string }
  | { readonly playerId: number; readonly keptFamily: string | null }

/** Marks the client sessions of sessions that the same transaction ends. */
export async function endClientSessions(
  transaction: Executor,
  deployment: string,
  ended: Ended,
  now: Date,
): Promise<void> {
  const { playerId } = ended
  const open = transaction
    .updateTable('client_sessions')
    .set({ ended_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('ended_at', 'is', null)
  if ('family' in ended) await open.where('session_family', '=', ended.family).execute()
  else if ('clientId' in ended) await open.where('client_id', '=', ended.clientId).execute()
  else if (ended.keptFamily === null) await open.execute()
  else await open.where('session_family', '!=', ended.keptFamily).execute()
}

interface OpenSessions {
  readonly deployment: string
  readonly idleSince: Date
  /** Slugs of the partners that are still enabled. */
  readonly openPartners: readonly string[]
}

/** Where a player is signed in by a session that lives, the latest sign-in first. */
export async function listClientsInUse(
  executor: Executor,
  playerId: number,
  open: OpenSessions,
  now: Date,
): Promise<readonly { readonly clientId: string; readonly signedInAt: Date }[]> {
  const { rows } = await sql<{ clientId: string; signedInAt: Date }>`
    select s.client_id as "clientId", max(s.signed_in_at) as "signedInAt" from client_sessions s
    where s.deployment = ${open.deployment} and s.player_id = ${playerId}
      and s.ended_at is null and ${hasLivingSession(open, now)}
    group by s.client_id order by 2 desc, 1`.execute(executor)
  return rows
}

/** True when the session of a client session `s` lives. */
function hasLivingSession({ deployment, idleSince, openPartners }: OpenSessions, now: Date) {
  return sql`exists (
    select from sessions f
    where f.deployment = ${deployment} and f.player_id = s.player_id
      and f.family = s.session_family and f.revoked_at is null and f.refreshed_at is null
      and f.expires_at > ${now} and f.seen_at > ${idleSince}
      and (f.partner is null or f.partner = any(${openPartners}::text[])))`
}

/** Client sessions that one statement reads: it bounds the statement's time. */
const batchSize = 2000

/** Ended sessions that are looked at together. */
const batch = 100

/** Marks the client sessions of sessions that expired, idled out or came by a disabled partner. */
export async function endOrphanedClientSessions(
  kysely: Kysely<Tables>,
  open: OpenSessions,
  now: Date,
): Promise<void> {
  let last: number | undefined = 0
  while (last !== undefined) last = await endOrphansAfter(kysely, last, open, now)
}

/** Looks at the players after one in the order of their ids; answers the last one, undefined for none. */
async function endOrphansAfter(
  kysely: Kysely<Tables>,
  after: number,
  open: OpenSessions,
  now: Date,
): Promise<number | undefined> {
  const { deployment } = open
  const rows = await kysely
    .selectFrom('client_sessions')
    .select('player_id')
    .$call(ofDeployment(deployment))
    .where('player_id', '>', after)
    .where('ended_at', 'is', null)
    .orderBy('player_id')
    .limit(batchSize)
    .execute()
  const players = [...new Set(rows.map(({ player_id }) => player_id))]
  if (players.length === 0) return undefined
  await inTransaction(kysely, (transaction) =>
    sql`update client_sessions s set ended_at = ${now}
      where s.deployment = ${deployment} and s.player_id = any(${players}::bigint[])
        and s.ended_at is null and not ${hasLivingSession(open, now)}`.execute(transaction),
  )
  return players.at(-1)
}

/** Some players who have ended client sessions, those that ended first. */
export async function listPlayersWithEndedClientSessions(executor: Executor) {
  const rows = await executor
    .selectFrom('client_sessions')
    .select(['deployment', 'player_id'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at')
    .limit(batch)
    .execute()
  const players = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
  return { players, isLast: rows.length < batch }
}

/**
 * Removes and answers the ended client sessions of a player: of two servers, the one whose statement
 * deletes a row has it.
 */
export function takeEndedClientSessions(
  transaction: Executor,
  deployment: string,
  playerId: number,
) {
  return transaction
    .deleteFrom('client_sessions')
    .$call(ofPlayer(deployment, playerId))
    .where('ended_at', 'is not', null)
    .returningAll()
    .execute()
}
