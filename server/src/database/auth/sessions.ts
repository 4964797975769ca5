import { CompiledQuery, sql } from 'kysely'
import type { Database, Executor, Prepared } from '../connection/openDatabase.ts'
import { endClientSessions } from '../oidc/clientSessions.ts'

/** A session with what its player's state says about it. */
export interface SessionFound {
  readonly id: number
  readonly family: string
  readonly player_id: number
  readonly client_id: string
  readonly refresh_hash: Uint8Array
  readonly epoch: number
  readonly bearer_expires_at: Date
  readonly seen_at: Date
  readonly expires_at: Date
  readonly authenticated_at: Date
  readonly refreshed_at: Date | null
  readonly revoked_at: Date | null
  readonly partner: string | null
  /** Banned or deleted since. */
  readonly is_barred: boolean
}

/** Who a living bearer belongs to, with what the player's own profile says: one question for both. */
export interface AccessTokenFound {
  readonly session_id: number
  readonly family: string
  readonly player_id: number
  readonly client_id: string
  readonly seen_at: Date
  readonly authenticated_at: Date
  readonly bearer_expires_at: Date
  /** Slug of the partner who proved the player; null for a password. */
  readonly partner: string | null
  readonly username: string
  readonly email: string
  readonly avatar_url: string
  readonly titles: string
  readonly player_since: Date
  readonly steam_check: boolean
  readonly cookie_popup_seen: boolean
  readonly auth_type: 1 | 2
  readonly auth_partner: string | null
}

export interface NewSession {
  readonly deployment: string
  readonly family: string
  readonly playerId: number
  readonly clientId: string
  readonly partner: string | null
  readonly handleHash: Buffer
  readonly refreshHash: Buffer
  readonly bearerHash: Buffer
  readonly bearerExpiresAt: Date
  readonly expiresAt: Date
  readonly authenticatedAt: Date
  readonly ip: string
  readonly userAgent: string
}

const found = `s.id, s.family, s.player_id, s.client_id, s.refresh_hash, s.epoch, s.bearer_expires_at,
  s.seen_at, s.expires_at, s.authenticated_at, s.refreshed_at, s.revoked_at, s.partner,
  (p.banned_at is not null or p.deleted_at is not null) as is_barred
  from sessions s join players p on p.deployment = s.deployment and p.id = s.player_id`

const byHandle: Prepared = {
  name: 'session-by-handle',
  text: `select ${found} where s.deployment = $1 and s.handle_hash = $2`,
}

const byBearer: Prepared = {
  name: 'session-by-bearer',
  text: `select s.id as session_id, s.family, s.player_id, s.client_id, s.seen_at,
      s.authenticated_at, b.expires_at as bearer_expires_at, s.partner, p.username, p.email,
      p.avatar_url, p.titles, p.created_at as player_since, p.steam_check, p.cookie_popup_seen,
      p.auth_type, p.auth_partner
    from bearers b
    join sessions s on s.deployment = b.deployment and s.id = b.session_id
    join players p on p.deployment = s.deployment and p.id = s.player_id
    where b.deployment = $1 and b.value_hash = $2 and b.expires_at > $3
      and s.revoked_at is null and s.refreshed_at is null
      and s.expires_at > $3 and s.seen_at > $4
      and p.banned_at is null and p.deleted_at is null`,
}

export function findBySessionId(database: Database, deployment: string, handleHash: Buffer) {
  return database.first<SessionFound>(byHandle, [deployment, handleHash])
}

/** The living session of a bearer; one that was used before `idleSince` alone is dead. */
export function findByAccessToken(
  database: Database,
  deployment: string,
  valueHash: Buffer,
  now: Date,
  idleSince: Date,
) {
  return database.first<AccessTokenFound>(byBearer, [deployment, valueHash, now, idleSince])
}

const byFamily: Prepared = {
  name: 'session-by-family',
  text: `select ${found} where s.deployment = $1 and s.family = $2
    and s.revoked_at is null and s.refreshed_at is null order by s.id desc limit 1`,
}

/** The newest session of a family. */
export function findByFamily(database: Database, deployment: string, family: string) {
  return database.first<SessionFound>(byFamily, [deployment, family])
}

/** Finds a session by its handle within a transaction, and keeps it locked until that ends. */
export async function lockBySessionId(
  executor: Executor,
  deployment: string,
  handleHash: Buffer,
): Promise<SessionFound | undefined> {
  const { rows } = await sql<SessionFound>`select ${sql.raw(found)}
    where s.deployment = ${deployment} and s.handle_hash = ${handleHash}
    for update of s`.execute(executor)
  return rows[0]
}

/** Finds a session by its refresh value and keeps it locked until the transaction ends. */
export async function lockByRefresh(
  executor: Executor,
  deployment: string,
  refreshHash: Buffer,
): Promise<SessionFound | undefined> {
  const { rows } = await sql<SessionFound>`select ${sql.raw(found)}
    where s.deployment = ${deployment} and s.refresh_hash = ${refreshHash}
    for update of s`.execute(executor)
  return rows[0]
}

const insert: Prepared = {
  name: 'insert-session',
  text: `with opened as (
      insert into sessions (deployment, family, player_id, client_id, handle_hash, refresh_hash,
        bearer_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent, partner)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13)
      returning deployment, id, bearer_expires_at
    )
    insert into bearers (deployment, value_hash, session_id, expires_at)
    select deployment, $14::bytea, id, bearer_expires_at from opened`,
}

/** Inserts a session together with its first bearer, in a transaction or as one of its own. */
export async function insertSession(
  database: Database,
  transaction: Executor | null,
  session: NewSession,
  now: Date,
): Promise<void> {
  const values = [
    session.deployment,
    session.family,
    session.playerId,
    session.clientId,
    session.handleHash,
    session.refreshHash,
    session.bearerExpiresAt,
    now,
    session.expiresAt,
    session.authenticatedAt,
    session.ip,
    session.userAgent,
    session.partner,
    session.bearerHash,
  ]
  if (transaction) await transaction.executeQuery(CompiledQuery.raw(insert.text, values))
  else await database.write(insert, values)
}

/** Gives a session its next bearer, unless another request did so a moment ago. */
export async function insertAccessToken(
  executor: Executor,
  deployment: string,
  session: SessionFound,
  bearer: { readonly hash: Buffer; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await sql`with moved as (
      update sessions set epoch = epoch + 1, bearer_expires_at = ${bearer.expiresAt}, seen_at = ${now}
      where deployment = ${deployment} and id = ${session.id} and epoch = ${session.epoch}
        and revoked_at is null and refreshed_at is null
      returning deployment, id, bearer_expires_at
    ), swept as (
      delete from bearers
      where deployment = ${deployment} and session_id = ${session.id} and expires_at <= ${now}
    )
    insert into bearers (deployment, value_hash, session_id, expires_at)
    select deployment, ${bearer.hash}::bytea, id, bearer_expires_at from moved`.execute(executor)
}

export async function markSeen(executor: Executor, deployment: string, id: number, now: Date) {
  await executor
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .execute()
}

export async function markRefreshed(executor: Executor, deployment: string, id: number, now: Date) {
  await executor
    .updateTable('sessions')
    .set({ refreshed_at: now })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .execute()
}

/**
 * Ends a session and everything it was refreshed into. Runs in a transaction: the lock comes first,
 * so that a refresh at the same moment is seen by the update and cannot leave a living successor.
 */
export async function revokeFamily(
  transaction: Executor,
  deployment: string,
  family: string,
  now: Date,
): Promise<void> {
  await transaction
    .selectFrom('sessions')
    .select('id')
    .where('deployment', '=', deployment)
    .where('family', '=', family)
    .orderBy('id')
    .forUpdate()
    .execute()
  await transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('deployment', '=', deployment)
    .where('family', '=', family)
    .where('revoked_at', 'is', null)
    .execute()
  await endClientSessions(transaction, deployment, { family }, now)
}

/** Ends the sessions of a family that goes on in another one: sites keep what they know of it. */
export async function supersedeFamily(
  executor: Executor,
  deployment: string,
  family: string,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('deployment', '=', deployment)
    .where('family', '=', family)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every session of a player but those of one family. */
export async function revokeSessionsOf(
  transaction: Executor,
  deployment: string,
  playerId: number,
  keptFamily: string | null,
  now: Date,
): Promise<void> {
  const ofPlayer = transaction
    .selectFrom('sessions')
    .select('id')
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
  await ofPlayer.orderBy('id').forUpdate().execute()
  await transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .where('revoked_at', 'is', null)
    .$if(keptFamily !== null, (query) => query.where('family', '!=', keptFamily as string))
    .execute()
  await endClientSessions(transaction, deployment, { playerId, keptFamily }, now)
}

/** Notes that the player of a session has just been proven. */
export async function markAuthenticated(
  executor: Executor,
  deployment: string,
  id: number,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('sessions')
    .set({ authenticated_at: now })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .execute()
}
