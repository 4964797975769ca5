import { inTransaction } from '../../database/connection/inTransaction.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import type { Token } from '@gatehouse/contract/entities'
import { after, type Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../database/connection/openDatabase.ts'
import {
  type AccessTokenFound,
  findByAccessToken,
  findByFamily,
  findBySessionId,
  insertAccessToken,
  insertSession,
  insertSuccessor,
  lockBySessionId,
  lockByRefresh,
  markRefreshed,
  markSeen,
  type NewSession,
  revokeFamily,
  type SessionFound,
  supersedeFamily,
} from '../../database/auth/sessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { idleSince } from '../../tenants/idleSince.ts'
import { isPartnerOn } from '../../tenants/isPartnerOn.ts'
import type { LivingSession } from './livingSession.ts'
import { hashOf, isSame, newSecret } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import { SessionKey } from './sessionKey.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { randomUUID } from '../../platform/crypto/random.ts'

/** The two halves of a session that was just opened or refreshed. */
export interface OpenedSession {
  /** For the cookie. */
  readonly root: string
  /** For the answer. */
  readonly created: string
}

export interface SessionOwner {
  readonly playerId: number
  readonly clientId: string
  /** Slug of the partner that authenticated the player; null for a password. */
  readonly partner: string | null
}

export interface ProvenOwner extends SessionOwner {
  /** `browsers_forgotten_at` of the player as it was read for the proof. */
  readonly distrustedAt: Date | null
}

export interface RefreshRequest {
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
}

export type Refreshed =
  | ({ readonly outcome: 'refreshed' } & OpenedSession)
  | { readonly outcome: 'invalid' | 'barred' }
  | { readonly outcome: 'reused'; readonly playerId: number }

/** The interval, in seconds, at which a session's last use is stored. */
const seenEvery = 3600

export class Sessions {
  readonly #database: Database
  readonly #clock: Clock
  /** The first key makes all new sessions. */
  readonly #keys: readonly [SessionKey, ...SessionKey[]]
  readonly #bearerSeconds: number

  constructor(database: Database, clock: Clock, keys: Keys, bearerSeconds: number) {
    this.#database = database
    this.#clock = clock
    const [first, ...others] = keys
    this.#keys = [new SessionKey(first), ...others.map((other) => new SessionKey(other))]
    this.#bearerSeconds = bearerSeconds
  }

  /**
   * Opens a session for a player who has just been verified, in a transaction or by itself. Null when
   * the account was distrusted while the player was verified: the proof is worth nothing any more.
   */
  async open(
    transaction: Executor | null,
    deployment: Deployment,
    { distrustedAt, ...owner }: ProvenOwner,
    visitor: ClientContext,
  ): Promise<OpenedSession | null> {
    const now = this.#clock.now()
    const root = newSecret()
    const executor = transaction ?? this.#database.kysely
    const family = await this.#familyGoneOn(executor, deployment, owner.playerId, visitor)
    const row = this.#rowOf(deployment, root, visitor, {
      ...owner,
      family: family ?? randomUUID(),
      expiresAt: after(now, lifetimes.session),
      authenticatedAt: now,
    })
    const isOpen = await insertSession(this.#database, transaction, row, distrustedAt, now)
    return isOpen ? { root, created: this.#keys[0].handleOf(deployment, root) } : null
  }

  /**
   * Returns the token of a session id, and the family of the session while that lives; null when
   * the value is unknown or came without its cookie.
   */
  async read(
    deployment: Deployment,
    identity: string,
    { sessionSecret }: Pick<ClientContext, 'sessionSecret'>,
  ): Promise<{ readonly token: Token; readonly family: string | null } | null> {
    const root = deployment.sessionBinding === 'none' ? identity : sessionSecret
    const isPair = (key: SessionKey) =>
      root !== null && isSame(key.handleOf(deployment, root), identity)
    if (root === null || !this.#keys.some(isPair)) return null
    const now = this.#clock.now()
    const session = await findBySessionId(this.#database, deployment.name, hashOf(identity))
    if (!session) return null
    const key = this.#keys.find((each) => hashOf(each.refreshOf(root)).equals(session.refresh_hash))
    // The session's key is no longer accepted.
    if (!key) return null
    const token = {
      Id_User: session.player_id,
      Validated: false,
      Refreshed: session.refreshed_at !== null,
      ExprireAt: session.expires_at.toISOString(),
      Value: '',
      Refresh: '',
    }
    if (!this.#isAlive(deployment, session, now) || !isPartnerOn(deployment, session.partner)) {
      return { token, family: null }
    }
    const { family } = session
    // A refreshed session is still valid, but no longer the newest.
    if (session.refreshed_at !== null) return { token: { ...token, Validated: true }, family }
    const refresh = key.refreshOf(root)
    const epoch = await this.#freshEpoch(deployment, session, key, refresh, now)
    const Value = key.bearerOf(refresh, epoch)
    return { token: { ...token, Validated: true, Value, Refresh: refresh }, family }
  }

  /**
   * The player of a living session that a value names; null for any other value. The value alone
   * opens nothing: whoever shows it without the session's secret has stolen it, or lost the cookie.
   */
  async playerOfSessionId(deployment: Deployment, value: string): Promise<number | null> {
    const session = await findBySessionId(this.#database, deployment.name, hashOf(value))
    const isAlive = session && this.#isAlive(deployment, session, this.#clock.now())
    return isAlive ? session.player_id : null
  }

  /**
   * Replaces a session by its successor. The same successor answers for ten seconds; after that a
   * used refresh value has been stolen, and every session of the family ends.
   */
  refresh(
    deployment: Deployment,
    request: RefreshRequest,
    visitor: ClientContext,
  ): Promise<Refreshed> {
    const { sessionSecret } = visitor
    const isOf = (key: SessionKey) =>
      sessionSecret !== null &&
      (isSame(sessionSecret, key.successorOf(request.refreshToken)) ||
        isSame(key.refreshOf(sessionSecret), request.refreshToken))
    const isOurs = deployment.sessionBinding === 'none' || this.#keys.some(isOf)
    if (!isOurs) return Promise.resolve({ outcome: 'invalid' })
    return inTransaction(this.#database.kysely, async (transaction) => {
      const now = this.#clock.now()
      const session = await lockByRefresh(
        transaction,
        deployment.name,
        hashOf(request.refreshToken),
      )
      if (!session || !this.#isPair(session, request)) return { outcome: 'invalid' }
      if (session.is_barred) return { outcome: 'barred' }
      if (!isPartnerOn(deployment, session.partner)) {
        await revokeFamily(transaction, deployment.name, session.family, now)
        return { outcome: 'barred' }
      }
      if (!this.#isAlive(deployment, session, now)) return { outcome: 'invalid' }
      let [key] = this.#keys
      if (session.refreshed_at === null) {
        await markRefreshed(transaction, deployment.name, session.id, now)
        const successor = key.successorOf(request.refreshToken)
        const row = this.#rowOf(deployment, successor, visitor, {
          playerId: session.player_id,
          clientId: session.client_id,
          partner: session.partner,
          family: session.family,
          expiresAt: session.expires_at,
          authenticatedAt: session.authenticated_at,
        })
        await insertSuccessor(transaction, row, now)
      } else if (now > after(session.refreshed_at, lifetimes.refreshGrace)) {
        await revokeFamily(transaction, deployment.name, session.family, now)
        return { outcome: 'reused', playerId: session.player_id }
      } else {
        key = await this.#keyOfSuccessor(transaction, deployment, request.refreshToken)
      }
      const root = key.successorOf(request.refreshToken)
      return { outcome: 'refreshed', root, created: key.handleOf(deployment, root) }
    })
  }

  /**
   * Returns the player and session of a bearer; null for one that is unknown, expired or revoked.
   */
  async authenticate(deployment: Deployment, bearer: string): Promise<AccessTokenFound | null> {
    const now = this.#clock.now()
    const found = await findByAccessToken(
      this.#database,
      deployment.name,
      hashOf(bearer),
      now,
      idleSince(deployment, now),
    )
    if (!found) return null
    await this.#see(deployment, found.session_id, found.seen_at, now)
    return found
  }

  /** Ends the sessions of a family: one and all its predecessors and successors. */
  revoke(deployment: Deployment, family: string): Promise<void> {
    return inTransaction(this.#database.kysely, (transaction) =>
      revokeFamily(transaction, deployment.name, family, this.#clock.now()),
    )
  }

  /** The living session of a family; null when it has ended, or its player is barred. */
  async ofFamily(deployment: Deployment, family: string): Promise<LivingSession | null> {
    const now = this.#clock.now()
    const session = await findByFamily(this.#database, deployment.name, family)
    if (!session || !this.#isAlive(deployment, session, now)) return null
    if (!isPartnerOn(deployment, session.partner)) return null
    await this.#see(deployment, session.id, session.seen_at, now)
    return { family, playerId: session.player_id, authenticatedAt: session.authenticated_at }
  }

  /** The secret that identifies a browser where it signs in at clients, and opens nothing else. */
  sitesSecretOf(family: string): string {
    return this.#keys[0].sitesSecretOf(family)
  }

  /** The living session that such a secret was made from. */
  bySitesSecret(deployment: Deployment, secret: string): Promise<LivingSession | null> {
    const family = secret.slice(0, secret.indexOf('.'))
    const isOurs = this.#keys.some((key) => isSame(secret, key.sitesSecretOf(family)))
    return isOurs ? this.ofFamily(deployment, family) : Promise.resolve(null)
  }

  /**
   * A log-in in a browser with a session continues the family, so that clients of that family still
   * learn of its end. The earlier session ends here.
   */
  async #familyGoneOn(
    executor: Executor,
    deployment: Deployment,
    playerId: number,
    visitor: ClientContext,
  ): Promise<string | null> {
    if (deployment.sessionBinding === 'none' || visitor.sessionSecret === null) return null
    const now = this.#clock.now()
    for (const key of this.#keys) {
      const handle = hashOf(key.handleOf(deployment, visitor.sessionSecret))
      const session = await lockBySessionId(executor, deployment.name, handle)
      if (session?.player_id !== playerId || !this.#isAlive(deployment, session, now)) continue
      await supersedeFamily(executor, deployment.name, session.family, now)
      return session.family
    }
    return null
  }

  /**
   * Returns the key with which another server, or an earlier request here, made the successor of a
   * session.
   */
  async #keyOfSuccessor(
    transaction: Executor,
    deployment: Deployment,
    refresh: string,
  ): Promise<SessionKey> {
    const [first, ...others] = this.#keys
    for (const key of others) {
      const handle = hashOf(key.handleOf(deployment, key.successorOf(refresh)))
      if (await lockBySessionId(transaction, deployment.name, handle)) return key
    }
    return first
  }

  async #freshEpoch(
    deployment: Deployment,
    session: SessionFound,
    key: SessionKey,
    refresh: string,
    now: Date,
  ) {
    const halfLife = after(session.access_token_expires_at, -this.#bearerSeconds / 2)
    if (now < halfLife) return session.access_token_count
    const epoch = session.access_token_count + 1
    const bearer = {
      hash: hashOf(key.bearerOf(refresh, epoch)),
      expiresAt: after(now, this.#bearerSeconds),
    }
    await insertAccessToken(this.#database.kysely, deployment.name, session, bearer, now)
    return epoch
  }

  #rowOf(
    deployment: Deployment,
    root: string,
    visitor: ClientContext,
    session: SessionOwner & { family: string; expiresAt: Date; authenticatedAt: Date },
  ): NewSession {
    const now = this.#clock.now()
    const [key] = this.#keys
    const refresh = key.refreshOf(root)
    return {
      ...session,
      deployment: deployment.name,
      sessionIdHash: hashOf(key.handleOf(deployment, root)),
      refreshHash: hashOf(refresh),
      accessTokenHash: hashOf(key.bearerOf(refresh, 0)),
      accessTokenExpiresAt: after(now, this.#bearerSeconds),
      ip: visitor.ip,
      userAgent: visitor.userAgent,
    }
  }

  async #see(deployment: Deployment, id: number, seenAt: Date, now: Date): Promise<void> {
    if (now <= after(seenAt, seenEvery)) return
    await markSeen(this.#database.kysely, deployment.name, id, now)
  }

  #isAlive(deployment: Deployment, session: SessionFound, now: Date): boolean {
    return (
      session.revoked_at === null &&
      !session.is_barred &&
      session.expires_at > now &&
      session.seen_at > idleSince(deployment, now)
    )
  }

  /** Returns whether both values of a request are of this session, even with an expired bearer. */
  #isPair(session: SessionFound, request: RefreshRequest): boolean {
    const epoch = Number.parseInt(request.accessToken, 36)
    return (
      session.client_id === request.clientId &&
      epoch >= 0 &&
      epoch <= session.access_token_count &&
      this.#keys.some((key) =>
        isSame(key.bearerOf(request.refreshToken, epoch), request.accessToken),
      )
    )
  }
}
