import type { SignInMethod } from '@gatehouse/contract/activity'
import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { endClientSessions } from '../oidc/clientSessions.ts'
import type { Database, Prepared } from '../pool/openDatabase.ts'
import {
  changeRows,
  type Executor,
  findRow,
  insertRow,
  isPlayer,
  type NewRow,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import { deviceClientId } from './deviceStatements.ts'
import { writeLedger } from './ledger.ts'

/** A session, and whether its player may still use it. */
export interface SessionFound extends Omit<
  Row<'sessions'>,
  | 'deployment'
  | 'session_id_hash'
  | 'created_at'
  | 'ip'
  | 'user_agent'
  | 'enrolment_code_at'
  | 'enrolment_code_tries'
> {
  /** The player was banned, frozen or deleted. */
  readonly is_barred: boolean
}

/** The newest session of a family, and of its player what decides how much it opens. */
interface FamilyFound extends SessionFound {
  readonly factors: number
  readonly auth_type: 1 | 2
  readonly has_asked_badge: boolean
}

/** What a read of its token needs of a session: that is the most frequent read. */
export type SessionRead = Pick<
  SessionFound,
  | 'id'
  | 'family'
  | 'player_id'
  | 'refresh_hash'
  | 'access_token_count'
  | 'access_token_expires_at'
  | 'seen_at'
  | 'expires_at'
  | 'refreshed_at'
  | 'revoked_at'
  | 'partner'
  | 'is_barred'
>

/** The session of a valid access token with its player's profile: one query reads both. */
export interface AccessTokenFound {
  readonly session_id: number
  readonly family: string
  readonly player_id: number
  readonly client_id: string
  readonly seen_at: Date
  readonly authenticated_at: Date
  readonly access_token_expires_at: Date
  /** Slug of the partner that verified the player; null for a password. */
  readonly partner: string | null
  readonly methods: readonly SignInMethod[]
  readonly second_at: Date | null
  /** The player's, as `factorBits` reads them. */
  readonly factors: number
  /** Until then nothing weakens the account; null for no hold. */
  readonly held_until: Date | null
  readonly username: string
  readonly email: string
  readonly avatar_url: string
  readonly avatar_source: string
  readonly language: string | null
  readonly titles: string
  readonly player_since: Date
  readonly steam_check: boolean
  readonly cookie_popup_seen: boolean
  readonly auth_type: 1 | 2
  readonly auth_partner: string | null
  readonly confirmed_at: Date | null
  /** The player has one of the badges that were asked for. */
  readonly has_asked_badge: boolean
}

/** A session without what its first read begins. */
export type NewSession = Omit<
  NewRow<'sessions'>,
  'access_token_count' | 'access_token_expires_at' | 'created_at' | 'seen_at'
> &
  Pick<Row<'sessions'>, 'methods'>

const read = `s.id, s.family, s.player_id, s.refresh_hash, s.access_token_count,
  s.access_token_expires_at, s.seen_at, s.expires_at, s.refreshed_at, s.revoked_at, s.partner,
  (p.banned_at is not null or p.frozen_at is not null or p.deleted_at is not null) as is_barred`

const withPlayer =
  'from sessions s join players p on p.deployment = s.deployment and p.id = s.player_id'

const found = `${read}, s.client_id, s.authenticated_at, s.methods, s.second_at, s.browser_hash
  ${withPlayer}`

/** Without badges to ask for, no row of them is read. */
const askedBadge = (playerId: string, badges: string) =>
  `case when ${badges}::text[] is null then false else
      exists (select from badges b where b.deployment = $1 and b.player_id = ${playerId}
        and b.badge = any(${badges})) end as has_asked_badge`

const bySessionId: Prepared = {
  name: 'session-by-id',
  text: `select ${read} ${withPlayer}
    where s.deployment = $1 and s.player_id = $3 and s.session_id_hash = $2`,
}

const byAccessToken: Prepared = {
  name: 'session-by-access-token',
  text: `select s.id as session_id, s.family, s.player_id, s.client_id, s.seen_at,
      s.authenticated_at, t.expires_at as access_token_expires_at, s.partner, s.methods,
      s.second_at, p.factors, p.held_until, p.username, p.email,
      p.avatar_url, p.avatar_source, p.language, p.titles, p.created_at as player_since,
      p.steam_check, p.cookie_popup_seen,
      p.auth_type, p.auth_partner, p.confirmed_at, ${askedBadge('$5', '$6')}
    from access_tokens t
    join sessions s on s.deployment = t.deployment and s.player_id = t.player_id
      and s.id = t.session_id
    join players p on p.deployment = s.deployment and p.id = s.player_id
    where t.deployment = $1 and t.player_id = $5 and t.value_hash = $2 and t.expires_at > $3
      and s.revoked_at is null and s.refreshed_at is null
      and s.expires_at > $3 and s.seen_at > $4
      and p.banned_at is null and p.frozen_at is null and p.deleted_at is null`,
}

export function findBySessionId(
  database: Database,
  deployment: string,
  { hash, playerId }: SecretLookup,
) {
  return database.first<SessionRead>(bySessionId, [deployment, hash, playerId])
}

/**
 * The open session of an access token. A session that was last used before `idleSince` has ended. The
 * same statement says whether its player has one of the badges.
 */
export function findByAccessToken(
  database: Database,
  deployment: string,
  { hash, playerId }: SecretLookup,
  now: Date,
  idleSince: Date,
  badges: readonly string[] | null,
) {
  const values = [deployment, hash, now, idleSince, playerId, badges]
  return database.first<AccessTokenFound>(byAccessToken, values)
}

const byFamily: Prepared = {
  name: 'session-by-family',
  text: `select ${read}, s.client_id, s.authenticated_at, s.methods, s.second_at, s.browser_hash,
      p.factors, p.auth_type, ${askedBadge('$3', '$4')}
    ${withPlayer} where s.deployment = $1 and s.player_id = $3 and s.family = $2
    and s.revoked_at is null and s.refreshed_at is null order by s.id desc limit 1`,
}

/** The newest session of a family. */
export function findByFamily(
  database: Database,
  deployment: string,
  { family, playerId }: { readonly family: string; readonly playerId: number },
  badges: readonly string[] | null,
) {
  return database.first<FamilyFound>(byFamily, [deployment, family, playerId, badges])
}

/**
 * Finds a player's session by its id in one of several forms, and locks it until the transaction
 * ends.
 */
export function lockBySessionIds(
  executor: Executor,
  deployment: string,
  playerId: number,
  hashes: readonly Buffer[],
): Promise<SessionFound | undefined> {
  return lockBy(executor, deployment, playerId, sql`s.session_id_hash in (${sql.join(hashes)})`)
}

/** Finds a session by its refresh token and locks it until the transaction ends. */
export function lockByRefresh(executor: Executor, deployment: string, refresh: SecretLookup) {
  return lockBy(executor, deployment, refresh.playerId, sql`s.refresh_hash = ${refresh.hash}`)
}

async function lockBy(
  executor: Executor,
  deployment: string,
  playerId: number,
  condition: RawBuilder<unknown>,
): Promise<SessionFound | undefined> {
  const { rows } = await sql<SessionFound>`select ${sql.raw(found)}
    where s.deployment = ${deployment} and s.player_id = ${playerId} and ${condition}
    for update of s`.execute(executor)
  return rows[0]
}

/** The player's row as it was read for a proof, and whether the browser was known then. */
interface ProofRead {
  readonly trustResetAt: Date | null
  readonly factors: number
  readonly isNewBrowser: boolean
}

/** Inserts the successor of a session, in the transaction of the refresh. */
export async function insertSuccessor(
  transaction: Executor,
  session: NewSession,
  now: Date,
): Promise<void> {
  // The first read of the session makes its first access token: until then it counts -1.
  const unread = { access_token_count: -1, access_token_expires_at: now }
  await insertRow(transaction, 'sessions', {
    ...session,
    ...unread,
    created_at: now,
    seen_at: now,
  })
}

/**
 * Inserts the session of a player who has just been authenticated, and its entry in the ledger, in a
 * given transaction or in its own. False when the account's access was revoked after `trustResetAt`, the mark that was read with the proof,
 * when it was frozen, or when its factors differ from those that were read. The lock makes one of the
 * two wait for the other.
 */
export async function insertSession(
  database: Database,
  transaction: Executor | null,
  session: NewSession,
  { trustResetAt, factors, isNewBrowser }: ProofRead,
  now: Date,
): Promise<boolean> {
  if (!transaction) {
    return inTransaction(database.kysely, (own) =>
      insertSession(database, own, session, { trustResetAt, factors, isNewBrowser }, now),
    )
  }
  const { deployment, player_id: playerId, family, partner, ip, user_agent: userAgent } = session
  const isUnchanged = await transaction
    .selectFrom('players')
    .select('id')
    .$call(isPlayer(deployment, playerId))
    .where('deleted_at', 'is', null)
    .where('frozen_at', 'is', null)
    .where('factors', '=', factors)
    .where('trust_reset_at', trustResetAt === null ? 'is' : '=', trustResetAt)
    .forShare()
    .executeTakeFirst()
  if (!isUnchanged) return false
  await insertSuccessor(transaction, session, now)
  await writeLedger(transaction, {
    deployment,
    playerId,
    at: now,
    act: 'signed-in',
    actor: partner === null ? 'player' : 'partner',
    family,
    requester: { ip, userAgent },
    shown: { Methods: session.methods, IsNewBrowser: isNewBrowser },
  })
  return true
}

/** True when a session has ended by a log-out or a revocation, or is deleted. */
export async function isRevoked(
  executor: Executor,
  deployment: string,
  { player_id, session_id: id }: Pick<AccessTokenFound, 'player_id' | 'session_id'>,
): Promise<boolean> {
  const key = { deployment, player_id, id }
  const row = await findRow(executor, 'sessions', ['revoked_at'], key)
  return row === undefined || row.revoked_at !== null
}

/** Gives a session its next access token, unless another request did so a moment ago. */
export async function insertAccessToken(
  { kysely }: Pick<Database, 'kysely'>,
  deployment: string,
  { id, player_id, access_token_count }: SessionRead,
  { hash, expiresAt }: { readonly hash: Buffer; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await inTransaction(kysely, async (transaction) => {
    const read = { deployment, player_id, id, access_token_count }
    const open = { ...read, revoked_at: null, refreshed_at: null }
    const isNext = await changeRows(transaction, 'sessions', open, {
      access_token_count: access_token_count + 1,
      access_token_expires_at: expiresAt,
      seen_at: now,
    })
    if (!isNext) return
    if (access_token_count >= 0) {
      await transaction
        .deleteFrom('access_tokens')
        .$call(ofPlayer(deployment, player_id))
        .where('session_id', '=', id)
        .where('expires_at', '<=', now)
        .execute()
    }
    const token = { deployment, player_id, session_id: id, value_hash: hash, expires_at: expiresAt }
    await insertRow(transaction, 'access_tokens', token)
  })
}

type SessionOfPlayer = Pick<SessionFound, 'player_id' | 'id'>

/** Changes a session of a player. */
export async function changeSession(
  executor: Executor,
  deployment: string,
  { player_id, id }: SessionOfPlayer,
  changes: UpdateObject<Tables, 'sessions'>,
): Promise<void> {
  await changeRows(executor, 'sessions', { deployment, player_id, id }, changes)
}

/** A session family of a player. */
type Family = Pick<SessionFound, 'player_id' | 'family'>

/**
 * Ends a session and everything it was refreshed into. Runs in a transaction: the lock comes first,
 * so that the update sees a refresh of the same moment and no open successor remains.
 */
export async function revokeFamily(
  transaction: Executor,
  deployment: string,
  of: Family,
  now: Date,
): Promise<void> {
  const { player_id: playerId, family } = of
  await lockSessions(transaction, deployment, playerId, family)
  await supersedeFamily(transaction, deployment, of, now)
  await endClientSessions(transaction, deployment, { playerId, family }, now)
}

/**
 * Ends the sessions of a family but the one that continues it, if any: client sessions stay open.
 */
export async function supersedeFamily(
  executor: Executor,
  deployment: string,
  { player_id, family }: Family,
  now: Date,
  nextSessionIdHash: Buffer | null = null,
): Promise<void> {
  await executor
    .updateTable('sessions')
    .set({ revoked_at: now })
    .$call(ofPlayer(deployment, player_id))
    .where('family', '=', family)
    .where('revoked_at', 'is', null)
    .$if(nextSessionIdHash !== null, (query) =>
      query.where('session_id_hash', '!=', nextSessionIdHash as Buffer),
    )
    .execute()
}

/** Ends the sessions of a player's devices at a client. */
export async function revokeDevicesAt(
  transaction: Executor,
  { deployment, playerId, clientId }: { deployment: string; playerId: number; clientId: string },
  now: Date,
): Promise<void> {
  const client_id = deviceClientId(clientId)
  const open = { deployment, player_id: playerId, client_id, revoked_at: null }
  await changeRows(transaction, 'sessions', open, { revoked_at: now })
}

/** Locks the sessions of a player, or of one family, in the order of all transactions. */
export async function lockSessions(
  transaction: Executor,
  deployment: string,
  playerId: number,
  family?: string,
): Promise<void> {
  await transaction
    .selectFrom('sessions')
    .select('id')
    .$call(ofPlayer(deployment, playerId))
    .$if(family !== undefined, (query) => query.where('family', '=', family as string))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Ends every session of a player except those of one family. */
export async function revokeSessionsOf(
  transaction: Executor,
  deployment: string,
  playerId: number,
  keptFamily: string | null,
  now: Date,
): Promise<void> {
  await lockSessions(transaction, deployment, playerId)
  await transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('revoked_at', 'is', null)
    .$if(keptFamily !== null, (query) => query.where('family', '!=', keptFamily as string))
    .execute()
  await endClientSessions(transaction, deployment, { playerId, keptFamily }, now)
}

/** A factor that a player has just verified in a session. */
export interface VerifiedFactor {
  readonly method: SignInMethod
  readonly isFirst: boolean
  readonly isSecond: boolean
}

/**
 * Records a factor that the player of a session has just verified: the session is that much
 * stronger.
 */
export async function noteVerifiedFactor(
  executor: Executor,
  deployment: string,
  {
    player_id,
    session_id: id,
    methods,
  }: Pick<AccessTokenFound, 'player_id' | 'session_id' | 'methods'>,
  { method, isFirst, isSecond }: VerifiedFactor,
  now: Date,
): Promise<void> {
  const verified = {
    methods: [...new Set([...methods, method])],
    ...(isFirst && { authenticated_at: now }),
    ...(isSecond && { second_at: now }),
  }
  await changeSession(executor, deployment, { player_id, id }, verified)
}

type SessionOfCall = Pick<AccessTokenFound, 'player_id' | 'session_id'>

/** A session's code is valid that was made after `since` and has fewer wrong tries than `max`. */
interface EnrolmentCodeRule {
  readonly since: Date
  readonly max: number
}

/** Begins a code of a session, which replaces an earlier one. */
export async function beginEnrolmentCode(
  executor: Executor,
  deployment: string,
  { player_id, session_id: id }: SessionOfCall,
  at: Date,
): Promise<void> {
  const begun = { enrolment_code_at: at, enrolment_code_tries: 0 }
  await changeSession(executor, deployment, { player_id, id }, begun)
}

export async function hasEnrolmentCode(
  executor: Executor,
  deployment: string,
  { player_id, session_id: id }: SessionOfCall,
  { since, max }: EnrolmentCodeRule,
): Promise<boolean> {
  const read = ['enrolment_code_at', 'enrolment_code_tries'] as const
  const row = await findRow(executor, 'sessions', read, { deployment, player_id, id })
  const at = row?.enrolment_code_at ?? null
  return row !== undefined && at !== null && at > since && row.enrolment_code_tries < max
}

/** Counts a try of a session's code. Returns when the code was made; null where none is valid. */
export async function countEnrolmentTry(
  executor: Executor,
  deployment: string,
  { player_id, session_id: id }: SessionOfCall,
  { since, max }: EnrolmentCodeRule,
): Promise<Date | null> {
  const row = await executor
    .updateTable('sessions')
    .set((eb) => ({ enrolment_code_tries: eb('enrolment_code_tries', '+', 1) }))
    .$call(ofPlayer(deployment, player_id))
    .where('id', '=', id)
    .where('enrolment_code_at', '>', since)
    .where('enrolment_code_tries', '<', max)
    .returning('enrolment_code_at')
    .executeTakeFirst()
  return row?.enrolment_code_at ?? null
}

/** Forgets the tries of a session's code, which its player knows. */
export async function forgetEnrolmentTries(
  executor: Executor,
  deployment: string,
  { player_id, session_id: id }: SessionOfCall,
): Promise<void> {
  await changeSession(executor, deployment, { player_id, id }, { enrolment_code_tries: 0 })
}

/** When the latest log-in of a player began, besides one family of sessions; null without one. */
export async function latestLogInBesides(
  executor: Executor,
  deployment: string,
  playerId: number,
  family: string,
): Promise<Date | null> {
  const row = await executor
    .selectFrom('sessions')
    // A refreshed session is another row of its family: the first one is the log-in.
    .select(({ fn }) => fn.min('created_at').as('began_at'))
    .$call(ofPlayer(deployment, playerId))
    .where('family', '<>', family)
    .groupBy('family')
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.began_at ?? null
}
