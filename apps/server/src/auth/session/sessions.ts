import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { SignInMethod } from '@gatehouse/contract/activity'
import { lifetimes } from '@gatehouse/contract/limits'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { after, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { type Executor } from '../../database/schema/executor.ts'
import {
  type AccessTokenFound,
  changeSession,
  findByAccessToken,
  findByFamily,
  findBySessionId,
  insertAccessToken,
  insertSession,
  insertSuccessor,
  lockByRefresh,
  lockBySessionIds,
  type NewSession,
  revokeFamily,
  type SessionFound,
  type SessionRead,
  supersedeFamily,
} from '../../database/auth/sessionStatements.ts'
import { deviceClientId } from '../../database/auth/deviceStatements.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { idleSince } from '../../deployments/idleSince.ts'
import { isPartnerOn } from '../../deployments/isPartnerOn.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { type LivingSession, multiFactorMethods } from './livingSession.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import { hashOf, isSame, newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import { familyOf, generationOf, type SessionKey, sessionKeysOf } from './sessionKey.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { whyEnded } from './whyEnded.ts'
import { randomUUID } from '../../platform/crypto/random.ts'

type FamilyOfPlayer = Pick<LivingSession, 'family' | 'playerId'>

/** The two halves of a session that was just opened or refreshed. */
interface OpenedSession {
  /** For the cookie. */
  readonly sessionSecret: string
  /** For the answer. */
  readonly sessionId: string
}

interface SessionOwner {
  readonly playerId: number
  readonly clientId: string
  /** Slug of the partner that authenticated the player; null for every other way. */
  readonly partner: string | null
}

interface AuthenticatedOwner extends SessionOwner {
  readonly methods: readonly SignInMethod[]
  /** Of the note that makes the browser known; null without one. */
  readonly browserHash: Buffer | null
  readonly isNewBrowser: boolean
  /** `factors` as read for the authentication, or as the transaction has changed them. */
  readonly factors: number
  /** `trust_reset_at` as read for the authentication. */
  readonly trustResetAt: Date | null
}

/** The player of a device, and how the player was authenticated to let it in. */
interface DeviceOwner extends Pick<AuthenticatedOwner, 'factors' | 'trustResetAt'> {
  readonly from: Omit<LivingSession, 'family'>
  /** The client that the device signs in to. */
  readonly clientId: string
  /** Seconds for which the session lives. */
  readonly lives?: number
}

interface RefreshRequest {
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
}

type Refreshed =
  | ({ readonly outcome: 'refreshed' } & OpenedSession)
  | { readonly outcome: 'invalid' | 'barred' }
  | { readonly outcome: 'reused'; readonly playerId: number }

interface SessionOptions {
  readonly key: ServerKey
  readonly secrets: PlayerSecrets
  readonly accessTokenSeconds: number
}

/** The interval, in seconds, at which a session's last use is stored. */
const seenEvery = 3600

export class Sessions {
  readonly #database: Database
  readonly #clock: Clock
  /** The first key makes all new sessions. */
  readonly #keys: readonly [SessionKey, ...SessionKey[]]
  readonly #secrets: PlayerSecrets
  readonly #accessTokenSeconds: number

  constructor(
    database: Database,
    clock: Clock,
    { key, secrets, accessTokenSeconds }: SessionOptions,
  ) {
    this.#database = database
    this.#clock = clock
    this.#keys = sessionKeysOf(key)
    this.#secrets = secrets
    this.#accessTokenSeconds = accessTokenSeconds
  }

  /**
   * Opens a session for a player who has just been authenticated, in the given transaction or its
   * own, with its entry in the ledger. Null when the account had its access revoked, was frozen, or
   * got another factor in the meantime: the authentication is void. Only `openSession` calls
   * it.
   */
  async open(
    transaction: Executor | null,
    deployment: Deployment,
    { trustResetAt, factors, isNewBrowser, ...owner }: AuthenticatedOwner,
    client: ClientContext,
  ): Promise<OpenedSession | null> {
    const read = { trustResetAt, factors, isNewBrowser }
    const mayGoOn = deployment.sessionBinding !== 'none' && client.sessionSecret !== null
    // The browser's earlier session must not end without the new one.
    if (transaction === null && mayGoOn) {
      return inTransaction(this.#database.kysely, async (own) => {
        // Player first, as everywhere.
        await lockPlayer(own, deployment.name, owner.playerId)
        return this.open(own, deployment, { ...read, ...owner }, client)
      })
    }
    const now = this.#clock.now()
    const [key] = this.#keys
    const sessionSecret = key.sessionSecretOf(deployment, newSecret(), owner.playerId)
    const before = transaction && (await this.#livingBefore(transaction, deployment, owner, client))
    const row = this.#rowOf(deployment, sessionSecret, client, {
      player_id: owner.playerId,
      client_id: owner.clientId,
      partner: owner.partner,
      family: before?.family ?? randomUUID(),
      expires_at: after(now, lifetimes.session),
      authenticated_at: now,
      methods: [...owner.methods],
      second_at: owner.methods.some((method) => multiFactorMethods.has(method)) ? now : null,
      browser_hash: owner.browserHash,
    })
    const isOpen = await insertSession(this.#database, transaction, row, read, now)
    if (!isOpen) return null
    if (transaction && before) {
      await supersedeFamily(transaction, deployment.name, before, now, row.session_id_hash)
    }
    const sessionId = key.sessionIdOf(deployment, sessionSecret, owner.playerId)
    return { sessionSecret, sessionId }
  }

  /**
   * Opens the session of a device whose player has allowed it from a living session, or of a game,
   * with its entry in the ledger, in the transaction of that act. It is a new family and authenticated
   * like the other one. Its secrets are given to no one: only the client's tokens live with it. Null as
   * for `open`.
   */
  async openForDevice(
    transaction: Executor,
    deployment: Deployment,
    { from, clientId, lives = lifetimes.session, ...read }: DeviceOwner,
    client: Pick<ClientContext, 'ip' | 'userAgent'>,
  ): Promise<LivingSession | null> {
    const now = this.#clock.now()
    const family = randomUUID()
    const row: NewSession = {
      deployment: deployment.name,
      family,
      player_id: from.playerId,
      client_id: deviceClientId(clientId),
      partner: from.partner,
      authenticated_at: from.authenticatedAt,
      methods: [...from.methods],
      second_at: from.secondAt,
      session_id_hash: hashOf(newSecret()),
      refresh_hash: hashOf(newSecret()),
      expires_at: after(now, lives),
      ip: client.ip,
      user_agent: client.userAgent,
    }
    const readNow = { ...read, isNewBrowser: false }
    const isOpen = await insertSession(this.#database, transaction, row, readNow, now)
    return isOpen ? { ...from, family } : null
  }

  /**
   * Returns the token of a session id, and the family of the session while that lives; null when
   * the value is unknown or came without its cookie. Where screens of our own say so, the token of
   * an ended session says why.
   */
  async read(
    deployment: Deployment,
    sessionId: string,
    client: Pick<ClientContext, 'sessionSecret'>,
  ): Promise<{ readonly token: AnswerOf<'readToken'>; readonly family: string | null } | null> {
    const sessionSecret = deployment.sessionBinding === 'none' ? sessionId : client.sessionSecret
    const sought = this.#secrets.lookup('session id', sessionId)
    if (sessionSecret === null) return null
    if (!this.#keys.some((key) => key.isPair(deployment, sessionSecret, sessionId))) return null
    const now = this.#clock.now()
    const session = await findBySessionId(this.#database, deployment.name, sought)
    if (!session) return null
    const { player_id: playerId, family } = session
    const made = this.#keyOf(session, sessionSecret)
    // The session's key is no longer accepted.
    if (made === null) return null
    const { key, refreshToken: Refresh } = made
    const token = {
      Id_User: playerId,
      Validated: false,
      Refreshed: session.refreshed_at !== null,
      ExprireAt: session.expires_at.toISOString(),
      Value: '',
      Refresh: '',
    }
    if (!this.#isAlive(deployment, session, now) || !isPartnerOn(deployment, session.partner)) {
      if (!deployment.rules.goesBeyondSpecification) return { token, family: null }
      const Ended = await whyEnded(this.#database, deployment, session, now)
      return { token: { ...token, Ended }, family: null }
    }
    // A refreshed session is still valid, but no longer the newest.
    if (session.refreshed_at !== null) return { token: { ...token, Validated: true }, family }
    const accessTokenOf = (generation: number) => key.accessTokenOf(Refresh, generation, playerId)
    const Value = await this.#freshAccessToken(deployment, session, accessTokenOf, now)
    return { token: { ...token, Validated: true, Value, Refresh }, family }
  }

  /**
   * The player of a living session that a value names; null for any other value. The value alone
   * opens nothing: a browser that shows it without the session's secret has stolen it, or lost the
   * cookie.
   */
  async playerOfSessionId(deployment: Deployment, value: string): Promise<number | null> {
    const sought = this.#secrets.lookup('session id', value)
    const session = await findBySessionId(this.#database, deployment.name, sought)
    const isAlive = session && this.#isAlive(deployment, session, this.#clock.now())
    return isAlive ? session.player_id : null
  }

  /**
   * Replaces a session by its successor. The same successor answers for ten seconds, and for two
   * minutes while nobody has used it; after that a used refresh token has been stolen, and every
   * session of the family ends.
   */
  refresh(
    deployment: Deployment,
    request: RefreshRequest,
    client: ClientContext,
  ): Promise<Refreshed> {
    const sought = this.#secrets.lookup('refresh token', request.refreshToken)
    const { playerId } = sought
    const successorBy = (key: SessionKey) =>
      key.successorOf(deployment, request.refreshToken, playerId)
    const isOf = (key: SessionKey) =>
      client.sessionSecret !== null &&
      (isSame(client.sessionSecret, successorBy(key)) ||
        isSame(key.refreshTokenOf(client.sessionSecret, playerId), request.refreshToken))
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
        await changeSession(transaction, deployment.name, session, { refreshed_at: now })
        const row = this.#rowOf(deployment, successorBy(key), client, {
          player_id: session.player_id,
          client_id: session.client_id,
          partner: session.partner,
          family: session.family,
          expires_at: session.expires_at,
          authenticated_at: session.authenticated_at,
          methods: session.methods,
          second_at: session.second_at,
          browser_hash: session.browser_hash,
        })
        await insertSuccessor(transaction, row, now)
      } else {
        const successor = await this.#successorOf(transaction, deployment, playerId, (each) =>
          hashOf(each.sessionIdOf(deployment, successorBy(each), playerId)),
        )
        const { refreshGrace, refreshAtOnce } = lifetimes
        const grace = successor.isUnused ? refreshGrace : refreshAtOnce
        if (now > after(session.refreshed_at, grace)) {
          await revokeFamily(transaction, deployment.name, session, now)
          return { outcome: 'reused', playerId: session.player_id }
        }
        key = successor.key
      }
      const sessionSecret = successorBy(key)
      const sessionId = key.sessionIdOf(deployment, sessionSecret, playerId)
      return { outcome: 'refreshed', sessionSecret, sessionId }
    })
  }

  /**
   * The player and session of an access token; null for one that is unknown, expired or revoked.
   */
  async authenticate(
    deployment: Deployment,
    accessToken: string,
  ): Promise<AccessTokenFound | null> {
    const now = this.#clock.now()
    const sought = this.#secrets.lookup('access token', accessToken)
    const since = idleSince(deployment, now)
    const { name, requiredForBadges: badges } = deployment
    const found = await findByAccessToken(this.#database, name, sought, now, since, badges)
    if (!found) return null
    await this.#see(deployment, { ...found, id: found.session_id }, now)
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

  /**
   * The living session of a family; null when it has ended, its player is barred, or has to set up a
   * second step first: a client takes a restricted session for none.
   */
  async ofFamily(deployment: Deployment, of: FamilyOfPlayer): Promise<LivingSession | null> {
    const found = await this.#livingOf(deployment, of)
    return found === null || found.isRestricted ? null : found.living
  }

  async #livingOf(deployment: Deployment, of: FamilyOfPlayer) {
    const now = this.#clock.now()
    const { name, requiredForBadges } = deployment
    const session = await findByFamily(this.#database, name, of, requiredForBadges)
    if (!session || !this.#isAlive(deployment, session, now)) return null
    if (!isPartnerOn(deployment, session.partner)) return null
    await this.#see(deployment, session, now)
    const { player_id: playerId, authenticated_at: authenticatedAt, methods, partner } = session
    const { family } = of
    const { second_at: secondAt } = session
    const living = { family, playerId, authenticatedAt, methods, secondAt, partner }
    return { living, isRestricted: isRestricted(deployment, session) }
  }

  /** The secret that identifies a browser where it signs in at clients, and opens nothing else. */
  clientsSecretOf({ family, playerId }: FamilyOfPlayer): string {
    return this.#keys[0].clientsSecretOf(family, playerId)
  }

  /** Returns whether a browser has that secret of the family, which then need not be made again. */
  hasClientsSecret(family: string, secret: string | null): boolean {
    return secret !== null && this.#keys[0].isClientsSecretOf(family, secret)
  }

  /** The living session that such a secret was made from. */
  findByClientsSecret(deployment: Deployment, secret: string): Promise<LivingSession | null> {
    const of = this.#ofClientsSecret(secret)
    return of === null ? Promise.resolve(null) : this.ofFamily(deployment, of)
  }

  #ofClientsSecret(secret: string): FamilyOfPlayer | null {
    const { playerId } = this.#secrets.lookup('browser at clients', secret)
    const family = familyOf(secret)
    const isOurs = this.#keys.some((key) => isSame(secret, key.clientsSecretOf(family, playerId)))
    return isOurs ? { family, playerId } : null
  }

  /**
   * The session id that a browser has lost, by the two other secrets of its session; null where they
   * do not belong to one living session.
   */
  async lostSessionId(
    deployment: Deployment,
    sessionSecret: string,
    clientsSecret: string,
  ): Promise<string | null> {
    const of = this.#ofClientsSecret(clientsSecret)
    const found = of && (await this.#livingOf(deployment, of))
    if (found === null) return null
    const { living } = found
    for (const key of this.#keys) {
      const id = key.sessionIdOf(deployment, sessionSecret, living.playerId)
      const sought = this.#secrets.lookup('session id', id)
      const session = await findBySessionId(this.#database, deployment.name, sought)
      if (session?.family === living.family) return id
    }
    return null
  }

  /**
   * The living session of the browser, locked. A log-in continues its family, so that clients of
   * that family are still notified of its end.
   */
  async #livingBefore(
    transaction: Executor,
    deployment: Deployment,
    { playerId }: Pick<SessionOwner, 'playerId'>,
    { sessionSecret }: ClientContext,
  ): Promise<SessionFound | null> {
    if (deployment.sessionBinding === 'none' || sessionSecret === null) return null
    const hashes = this.#keys.map((key) =>
      hashOf(key.sessionIdOf(deployment, sessionSecret, playerId)),
    )
    const session = await lockBySessionIds(transaction, deployment.name, playerId, hashes)
    return session && this.#isAlive(deployment, session, this.#clock.now()) ? session : null
  }

  /**
   * The key by which another server, or an earlier request here, made the successor of a session.
   */
  async #successorOf(
    transaction: Executor,
    { name }: Deployment,
    playerId: number,
    sessionIdHashBy: (key: SessionKey) => Buffer,
  ): Promise<{ readonly key: SessionKey; readonly isUnused: boolean }> {
    for (const key of this.#keys) {
      const hashes = [sessionIdHashBy(key)]
      const session = await lockBySessionIds(transaction, name, playerId, hashes)
      // Its first read makes its first access token.
      if (session) {
        const isUnused = session.access_token_count < 0 && session.refreshed_at === null
        return { key, isUnused }
      }
    }
    return { key: this.#keys[0], isUnused: false }
  }

  /**
   * An access token with at least half of its life; the first read of a session makes the first.
   */
  async #freshAccessToken(
    deployment: Deployment,
    session: SessionRead,
    accessTokenOf: (generation: number) => string,
    now: Date,
  ): Promise<string> {
    const { access_token_count: count, access_token_expires_at: end } = session
    if (count >= 0 && now < after(end, -this.#accessTokenSeconds / 2)) return accessTokenOf(count)
    const value = accessTokenOf(count + 1)
    const accessToken = { hash: hashOf(value), expiresAt: after(now, this.#accessTokenSeconds) }
    await insertAccessToken(this.#database, deployment.name, session, accessToken, now)
    return value
  }

  /** The key that a session was made with, and its refresh token. */
  #keyOf({ player_id: playerId, refresh_hash }: SessionRead, sessionSecret: string) {
    for (const key of this.#keys) {
      const refreshToken = key.refreshTokenOf(sessionSecret, playerId)
      if (hashOf(refreshToken).equals(refresh_hash)) return { key, refreshToken }
    }
    return null
  }

  #rowOf(
    deployment: Deployment,
    sessionSecret: string,
    { ip, userAgent }: ClientContext,
    session: Omit<
      NewSession,
      'deployment' | 'session_id_hash' | 'refresh_hash' | 'ip' | 'user_agent'
    >,
  ) {
    const [key] = this.#keys
    return {
      ...session,
      deployment: deployment.name,
      session_id_hash: hashOf(key.sessionIdOf(deployment, sessionSecret, session.player_id)),
      refresh_hash: hashOf(key.refreshTokenOf(sessionSecret, session.player_id)),
      ip,
      user_agent: userAgent,
    }
  }

  async #see(
    deployment: Deployment,
    session: Pick<SessionFound, 'player_id' | 'id' | 'seen_at'>,
    now: Date,
  ): Promise<void> {
    if (now <= after(session.seen_at, seenEvery)) return
    await changeSession(this.#database.kysely, deployment.name, session, { seen_at: now })
  }

  #isAlive(deployment: Deployment, session: SessionRead, now: Date): boolean {
    return (
      session.revoked_at === null &&
      !session.is_barred &&
      session.expires_at > now &&
      session.seen_at > idleSince(deployment, now)
    )
  }

  /**
   * Returns whether both tokens of a request are of this session, even with an expired access
   * token.
   */
  #isPair(session: SessionFound, { accessToken, refreshToken, clientId }: RefreshRequest): boolean {
    const { player_id } = session
    const generation = generationOf(accessToken)
    return (
      session.client_id === clientId &&
      generation >= 0 &&
      generation <= session.access_token_count &&
      this.#keys.some((key) =>
        isSame(key.accessTokenOf(refreshToken, generation, player_id), accessToken),
      )
    )
  }
}
