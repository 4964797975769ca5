import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'
import type { ClientSessionRow } from '../connection/clientTables.ts'

export type ClientSession = Selectable<ClientSessionRow>

/** Records that a client knows a session of ours; further codes of the session change nothing. */
export async function recordClientSession(
  executor: Executor,
  clientSession: Omit<Insertable<ClientSessionRow>, 'ended_at'>,
): Promise<void> {
  await executor
    .insertInto('client_sessions')
    .values({ ...clientSession, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Which sessions ended: one family, all of a player at one client, or all of a player except one
 * family.
 */
export type Ended =
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
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
  if ('family' in ended) {
    await open.where('session_family', '=', ended.family).execute()
    return
  }
  if ('clientId' in ended) {
    await open.where('client_id', '=', ended.clientId).execute()
    return
  }
  const { keptFamily } = ended
  await open
    .$if(keptFamily !== null, (query) => query.where('session_family', '!=', keptFamily as string))
    .execute()
}

/** Marks the client sessions of players who were banned after a moment, by any author. */
export async function endClientSessionsOfBanned(
  executor: Executor,
  bannedAfter: Date,
  now: Date,
): Promise<void> {
  await sql`update client_sessions s set ended_at = ${now}
    from players p
    where p.banned_at > ${bannedAfter} and s.deployment = p.deployment and s.player_id = p.id
      and s.ended_at is null`.execute(executor)
}

interface OpenSessions {
  readonly deployment: string
  readonly idleSince: Date
  /** Slugs of the partners that are still enabled. */
  readonly openPartners: readonly string[]
}

/** Client sessions that one statement reads: it bounds the statement's time. */
const portion = 2000

/** Marks the client sessions of sessions that expired, idled out or came by a disabled partner. */
export async function endOrphanedClientSessions(
  executor: Executor,
  open: OpenSessions,
  now: Date,
): Promise<void> {
  let last: string | null = ''
  while (last !== null) last = await endOrphansAfter(executor, last, open, now)
}

/** Reads the client sessions after one in the order of `sid`; answers the last one, or null. */
async function endOrphansAfter(
  executor: Executor,
  sid: string,
  { deployment, idleSince, openPartners }: OpenSessions,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as materialized (
      select deployment, sid, session_family from client_sessions
      where deployment = ${deployment} and ended_at is null and sid > ${sid}
      order by sid limit ${sql.lit(portion)}
    ), orphaned as (
      update client_sessions s set ended_at = ${now} from part
      where s.deployment = part.deployment and s.sid = part.sid and s.ended_at is null
        and not exists (
          select from sessions f
          where f.deployment = part.deployment and f.family = part.session_family
            and f.revoked_at is null and f.refreshed_at is null
            and f.expires_at > ${now} and f.seen_at > ${idleSince}
            and (f.partner is null or f.partner = any(${openPartners}::text[])))
    )
    select max(sid) as last from part`.execute(executor)
  return rows[0]?.last ?? null
}

/** Removes and answers some ended client sessions; two servers never take the same one. */
export async function takeEndedClientSessions(transaction: Executor): Promise<ClientSession[]> {
  const { rows } = await sql<ClientSession>`delete from client_sessions
    where (deployment, sid) in (
      select deployment, sid from client_sessions where ended_at is not null
      limit 100 for update skip locked)
    returning *`.execute(transaction)
  return rows
}
