import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { SignInMethod } from '@gatehouse/contract/activity'
import { lifetimes } from '@gatehouse/contract/limits'
import type { Token } from '@gatehouse/contract/entities'
import { after, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import type { Executor } from '../../database/schema/executor.ts'
import {
  type AccessTokenFound,
  findByAccessToken,
  findByFamily,
  findBySessionId,
  insertAccessToken,
  insertSession,
  insertSuccessor,
  lockByRefresh,
  lockBySessionIds,
  markRefreshed,
  markSeen,
  type NewSession,
  revokeFamily,
  type SessionFound,
  type SessionProof,
  supersedeFamily,
} from '../../database/auth/sessions.ts'
import { deviceClientId } from '../../database/auth/deviceClientId.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { idleSince } from '../../tenants/idleSince.ts'
import { isPartnerOn } from '../../tenants/isPartnerOn.ts'
import type { LivingSession } from './livingSession.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import { hashOf, isSame, newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import { multiFactorMethods } from './requiredSecondStep.ts'
import { epochOf, familyOf, type SessionKey, sessionKeysOf } from './sessionKey.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { randomUUID } from '../../platform/crypto/random.ts'

/** A session family, and the player whose it is. */
export interface FamilyOfPlayer {
  readonly family: string
  readonly playerId: number
}

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
  readonly methods: readonly SignInMethod[]
  /** Of the note that makes the browser known; null without one. */
  readonly browserHash: Buffer | null
  readonly isNewBrowser: boolean
  /** `factors` of the player as read for the proof, or as the transaction has changed them. */
  readonly factors: number
  /** `trust_reset_at` of the player as it was read for the proof. */
  readonly trustResetAt: Date | null
}

/** Whose device it is, and by which session its player is proven. */
export interface DeviceOwner extends Pick<ProvenOwner, 'factors' | 'trustResetAt'> {
  readonly from: LivingSession
  /** The client that the device signs in to. */
  readonly clientId: string
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

export interface SessionOptions {
  readonly key: ServerKey
  readonly secrets: PlayerSecrets
  /** The life of an access token. */
  readonly bearerSeconds: number
}

/** The interval, in seconds, at which a session's last use is stored. */
const seenEvery = 3600

export class Sessions {
  readonly #database: Database
  readonly #clock: Clock
  /** The first key makes all new sessions. */
  readonly #keys: readonly [SessionKey, ...SessionKey[]]
  readonly #secrets: PlayerSecrets
  readonly #bearerSeconds: number

  constructor(database: Database, clock: Clock, { key, secrets, bearerSeconds }: SessionOptions) {
    this.#database = database
    this.#clock = clock
    this.#keys = sessionKeysOf(key)
    this.#secrets = secrets
    this.#bearerSeconds = bearerSeconds
  }

  /**
   * Opens a session for a player who has just been verified, in a transaction or by itself, with its
   * entry in the ledger. Null when the account had its access revoked, was frozen, or got another factor while the
   * player was verified: the proof is worth nothing any more. Only `openSession` calls it.
   */
  async open(
    transaction: Executor | null,
    deployment: Deployment,
    { trustResetAt, factors, isNewBrowser, ...owner }: ProvenOwner,
    visitor: ClientContext,
  ): Promise<OpenedSession | null> {
    const proof = { trustResetAt, factors, isNewBrowser }
    const mayGoOn = deployment.sessionBinding !== 'none' && visitor.sessionSecret !== null
    // The browser's earlier session must not end without the new one.
    if (transaction === null && mayGoOn) {
      return inTransaction(this.#database.kysely, async (own) => {
        // Player first, as everywhere.
        await lockPlayer(own, deployment.name, owner.playerId)
        return this.open(own, deployment, { ...proof, ...owner }, visitor)
      })
    }
    const now = this.#clock.now()
    const [key] = this.#keys
    const root = key.rootOf(deployment, newSecret(), owner.playerId)
    const before =
      transaction && (await this.#livingBefore(transaction, deployment, owner, visitor))
    const row = this.#rowOf(deployment, root, visitor, {
      ...owner,
      family: before?.family ?? randomUUID(),
      expiresAt: after(now, lifetimes.session),
      authenticatedAt: now,
      secondAt: owner.methods.some((method) => multiFactorMethods.has(method)) ? now : null,
    })
    const isOpen = await insertSession(this.#database, transaction, row, proof, now)
    if (!isOpen) return null
    if (transaction && before) {
      await supersedeFamily(transaction, deployment.name, before, now, row.sessionIdHash)
    }
    return { root, created: key.handleOf(deployment, root, owner.playerId) }
  }

  /**
   * Opens the session of a device whose player has let it in from a living session, with its entry in
   * the ledger, in the transaction of that act. It is a family of its own and proven like the other
   * one. Nobody gets its secrets: only tokens of the client live with it. Null as for `open`.
   */
  async openForDevice(
    transaction: Executor,
    deployment: Deployment,
    { from, clientId, ...read }: DeviceOwner,
    visitor: Pick<ClientContext, 'ip' | 'userAgent'>,
  ): Promise<LivingSession | null> {
    const now = this.#clock.now()
    const family = randomUUID()
    const row: NewSession = {
      ...from,
      ...visitor,
      deployment: deployment.name,
      family,
      clientId: deviceClientId(clientId),
      browserHash: null,
      sessionIdHash: hashOf(newSecret()),
      refreshHash: hashOf(newSecret()),
      expiresAt: after(now, lifetimes.session),
    }
    const proof = { ...read, isNewBrowser: false }
    const isOpen = await insertSession(this.#database, transaction, row, proof, now)
    return isOpen ? { ...from, family } : null
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
    const sought = this.#secrets.lookup('session id', identity)
    const isPair = (key: SessionKey) =>
      root !== null && key.isHandleOf(deployment, root, identity, sought.playerId)
    if (root === null || !this.#keys.some(isPair)) return null
    const now = this.#clock.now()
    const session = await findBySessionId(this.#database, deployment.name, sought)
    if (!session) return null
    const made = this.#madeBy(session, root)
    // The session's key is no longer accepted.
    if (!made) return null
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
    const { key, refresh } = made
    const bearerOf = (epoch: number) => key.bearerOf(refresh, epoch, session.player_id)
    const Value = bearerOf(await this.#freshEpoch(deployment, session, bearerOf, now))
    return { token: { ...token, Validated: true, Value, Refresh: refresh }, family }
  }

  /**
   * The player of a living session that a value names; null for any other value. The value alone
   * opens nothing: whoever shows it without the session's secret has stolen it, or lost the cookie.
   */
  async playerOfSessionId(deployment: Deployment, value: string): Promise<number | null> {
    const sought = this.#secrets.lookup('session id', value)
    const session = await findBySessionId(this.#database, deployment.name, sought)
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
    const sought = this.#secrets.lookup('refresh token', request.refreshToken)
    const { playerId } = sought
    const successorBy = (key: SessionKey) =>
      key.successorOf(deployment, request.refreshToken, playerId)
    const isOf = (key: SessionKey) =>
      sessionSecret !== null &&
      (isSame(sessionSecret, successorBy(key)) ||
        isSame(key.refreshOf(sessionSecret, playerId), request.refreshToken))
    const isOurs = deployment.sessionBinding === 'none' || this.#keys.some(isOf)
    if (!isOurs) return Promise.resolve({ outcome: 'invalid' })
    return inTransaction(this.#database.kysely, async (transaction) => {
      const now = this.#clock.now()
      const session = await lockByRefresh(transaction, deployment.name, sought)
      if (!session || !this.#isPair(session, request)) return { outcome: 'invalid' }
      if (session.is_barred) return { outcome: 'barred' }
      if (!isPartnerOn(deployment, session.partner)) {
        await revokeFamily(transaction, deployment.name, session, now)
        return { outcome: 'barred' }
      }
      if (!this.#isAlive(deployment, session, now)) return { outcome: 'invalid' }
      let [key] = this.#keys
      if (session.refreshed_at === null) {
        await markRefreshed(transaction, deployment.name, session, now)
        const row = this.#rowOf(deployment, successorBy(key), visitor, {
          playerId: session.player_id,
          clientId: session.client_id,
          partner: session.partner,
          family: session.family,
          expiresAt: session.expires_at,
          authenticatedAt: session.authenticated_at,
          methods: session.methods,
          secondAt: session.second_at,
          browserHash: session.browser_hash,
        })
        await insertSuccessor(transaction, row, now)
      } else if (now > after(session.refreshed_at, lifetimes.refreshGrace)) {
        await revokeFamily(transaction, deployment.name, session, now)
        return { outcome: 'reused', playerId: session.player_id }
      } else {
        key = await this.#keyOfSuccessor(transaction, deployment, session.player_id, (each) =>
          hashOf(each.handleOf(deployment, successorBy(each), playerId)),
        )
      }
      const root = successorBy(key)
      return { outcome: 'refreshed', root, created: key.handleOf(deployment, root, playerId) }
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
      this.#secrets.lookup('access token', bearer),
      now,
      idleSince(deployment, now),
    )
    if (!found) return null
    const { player_id, session_id: id, seen_at } = found
    await this.#see(deployment, { player_id, id, seen_at }, now)
    return found
  }

  /** Ends the sessions of a family: one and all its predecessors and successors. */
  revoke(
    deployment: Deployment,
    of: { readonly player_id: number; readonly family: string },
  ): Promise<void> {
    return inTransaction(this.#database.kysely, (transaction) =>
      revokeFamily(transaction, deployment.name, of, this.#clock.now()),
    )
  }

  /** The living session of a family; null when it has ended, or its player is barred. */
  async ofFamily(deployment: Deployment, of: FamilyOfPlayer): Promise<LivingSession | null> {
    const now = this.#clock.now()
    const { family } = of
    const session = await findByFamily(this.#database, deployment.name, of)
    if (!session || !this.#isAlive(deployment, session, now)) return null
    if (!isPartnerOn(deployment, session.partner)) return null
    await this.#see(deployment, session, now)
    const { player_id: playerId, authenticated_at: authenticatedAt, methods, partner } = session
    return { family, playerId, authenticatedAt, methods, secondAt: session.second_at, partner }
  }

  /** The secret that identifies a browser where it signs in at clients, and opens nothing else. */
  clientsSecretOf({ family, playerId }: { readonly family: string; readonly playerId: number }) {
    return this.#keys[0].clientsSecretOf(family, playerId)
  }

  /** The living session that such a secret was made from. */
  findByClientsSecret(deployment: Deployment, secret: string): Promise<LivingSession | null> {
    const { playerId } = this.#secrets.lookup('browser at clients', secret)
    const family = familyOf(secret)
    const isOurs = this.#keys.some((key) => isSame(secret, key.clientsSecretOf(family, playerId)))
    return isOurs ? this.ofFamily(deployment, { family, playerId }) : Promise.resolve(null)
  }

  /**
   * The living session of the browser, locked. A log-in continues its family, so that clients of that
   * family still learn of its end.
   */
  async #livingBefore(
    transaction: Executor,
    deployment: Deployment,
    { playerId }: Pick<SessionOwner, 'playerId'>,
    { sessionSecret }: ClientContext,
  ): Promise<SessionFound | null> {
    if (deployment.sessionBinding === 'none' || sessionSecret === null) return null
    const now = this.#clock.now()
    const handles = this.#keys.map((key) =>
      hashOf(key.handleOf(deployment, sessionSecret, playerId)),
    )
    const session = await lockBySessionIds(transaction, deployment.name, playerId, handles)
    return session && this.#isAlive(deployment, session, now) ? session : null
  }

  /** The key that a session was made with, and its refresh value; null for none of ours. */
  #madeBy({ player_id, refresh_hash }: SessionFound, root: string) {
    for (const key of this.#keys) {
      const refresh = key.refreshOf(root, player_id)
      if (hashOf(refresh).equals(refresh_hash)) return { key, refresh }
    }
    return null
  }

  /**
   * Returns the key with which another server, or an earlier request here, made the successor of a
   * session.
   */
  async #keyOfSuccessor(
    transaction: Executor,
    { name }: Deployment,
    playerId: number,
    handleBy: (key: SessionKey) => Buffer,
  ): Promise<SessionKey> {
    const [first, ...others] = this.#keys
    for (const key of others) {
      if (await lockBySessionIds(transaction, name, playerId, [handleBy(key)])) return key
    }
    return first
  }

  /** The epoch of a bearer with at least half of its life; the first read of a session makes the first. */
  async #freshEpoch(
    deployment: Deployment,
    session: SessionFound,
    bearerOf: (epoch: number) => string,
    now: Date,
  ) {
    const halfLife = after(session.access_token_expires_at, -this.#bearerSeconds / 2)
    if (session.access_token_count >= 0 && now < halfLife) return session.access_token_count
    const epoch = session.access_token_count + 1
    const bearer = {
      hash: hashOf(bearerOf(epoch)),
      expiresAt: after(now, this.#bearerSeconds),
    }
    await insertAccessToken(this.#database, deployment.name, session, bearer, now)
    return epoch
  }

  #rowOf(
    deployment: Deployment,
    root: string,
    visitor: ClientContext,
    session: SessionOwner & SessionProof & { family: string; expiresAt: Date },
  ): NewSession {
    const [key] = this.#keys
    return {
      ...session,
      deployment: deployment.name,
      sessionIdHash: hashOf(key.handleOf(deployment, root, session.playerId)),
      refreshHash: hashOf(key.refreshOf(root, session.playerId)),
      ip: visitor.ip,
      userAgent: visitor.userAgent,
    }
  }

  async #see(
    deployment: Deployment,
    session: Pick<SessionFound, 'player_id' | 'id' | 'seen_at'>,
    now: Date,
  ): Promise<void> {
    if (now <= after(session.seen_at, seenEvery)) return
    await markSeen(this.#database.kysely, deployment.name, session, now)
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
    const { accessToken, refreshToken } = request
    const { player_id } = session
    const epoch = epochOf(accessToken)
    return (
      session.client_id === request.clientId &&
      epoch >= 0 &&
      epoch <= session.access_token_count &&
      this.#keys.some((key) => isSame(key.bearerOf(refreshToken, epoch, player_id), accessToken))
    )
  }
}
