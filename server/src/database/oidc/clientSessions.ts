import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'
import type { ClientSessionRow } from '../connection/clientTables.ts'

export type ClientSession = Selectable<ClientSessionRow>

/** Notes that a site knows a session of ours; every further code of the session changes nothing. */
export async function recordClientSession(
  executor: Executor,
  siteSession: Omit<Insertable<ClientSessionRow>, 'ended_at'>,
): Promise<void> {
  await executor
    .insertInto('client_sessions')
    .values({ ...siteSession, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whose session is over: one family of sessions, all of a player at one site, or all of a player but
 * those of one family.
 */
export type Ended =
  | { readonly family: string }
  | { readonly playerId: number; readonly clientId: string }
  | { readonly playerId: number; readonly keptFamily: string | null }

/** Marks what sites know of sessions that have just ended, in the transaction that ends them. */
export async function endClientSessions(
  transaction: Executor,
  deployment: string,
  ended: Ended,
  now: Date,
): Promise<void> {
  const open = transaction
    .updateTable('client_sessions')
    .set({ ended_at: now })
    .where('deployment', '=', deployment)
    .where('ended_at', 'is', null)
  if ('family' in ended) {
    await open.where('session_family', '=', ended.family).execute()
    return
  }
  if ('clientId' in ended) {
    const { playerId, clientId } = ended
    await open.where('player_id', '=', playerId).where('client_id', '=', clientId).execute()
    return
  }
  const { playerId, keptFamily } = ended
  await open
    .where('player_id', '=', playerId)
    .$if(keptFamily !== null, (query) => query.where('session_family', '!=', keptFamily as string))
    .execute()
}

/** Marks what sites know of players who were banned after a moment, whoever banned them. */
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

interface Living {
  readonly deployment: string
  readonly idleSince: Date
  /** Slugs of the partners whose players may still be in. */
  readonly openPartners: readonly string[]
}

/** Site sessions that one statement looks at: however many live, none takes longer than a call may. */
const portion = 2000

/** Marks what sites know of sessions that nobody ended: too old, long unused, by a closed partner. */
export async function endOrphanedClientSessions(
  executor: Executor,
  living: Living,
  now: Date,
): Promise<void> {
  let last: string | null = ''
  while (last !== null) last = await endStraysAfter(executor, last, living, now)
}

/** Looks at those after one, in the order of their names; answers the last, null when there are none. */
async function endStraysAfter(
  executor: Executor,
  sid: string,
  { deployment, idleSince, openPartners }: Living,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as materialized (
      select deployment, sid, session_family from client_sessions
      where deployment = ${deployment} and ended_at is null and sid > ${sid}
      order by sid limit ${sql.lit(portion)}
    ), stray as (
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

/** Takes some of what sites are to be told, of nobody else's taking. */
export async function takeEndedClientSessions(transaction: Executor): Promise<ClientSession[]> {
  const { rows } = await sql<ClientSession>`delete from client_sessions
    where (deployment, sid) in (
      select deployment, sid from client_sessions where ended_at is not null
      limit 100 for update skip locked)
    returning *`.execute(transaction)
  return rows
}
