import type { Deployment } from '../../deployments/deployments.ts'
import {
  addPlayerPrefix,
  namesKey,
  removePlayerPrefix,
} from '../../platform/crypto/playerSecret.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { PlayerSecretKind, ServerKey } from '../../platform/crypto/serverKey.ts'

/*
 * A session has one secret, in an HttpOnly cookie and nowhere else. All other values of the session
 * derive from it under the server's key and are stored as hashes:
 *   session secret ─┬─ session id     public (`Created`), useless without the cookie
 *                   └─ refresh token ─┬─ access token of a generation
 *                                     └─ secret of the successor: a repeated refresh finds the same one
 * Where the account API lives on another site no cookie reaches it, and the session id itself is
 * the secret. While the server's key is changed a session keeps the key that it was made with; its
 * successor derives from the new one.
 *
 * Session id, refresh token and access token carry the player's id.
 */

type Binding = Pick<Deployment, 'sessionBinding'>

/** One of the server's session keys: derives the secrets of a session. */
export class SessionKey {
  readonly #key: Buffer
  readonly #playerKeyOf: (kind: PlayerSecretKind) => Buffer

  constructor(key: Buffer, playerKeyOf: (kind: PlayerSecretKind) => Buffer) {
    this.#key = key
    this.#playerKeyOf = playerKeyOf
  }

  sessionSecretOf({ sessionBinding }: Binding, secret: string, playerId: number): string {
    return sessionBinding === 'none' ? this.#withPlayer('session id', playerId, secret) : secret
  }

  sessionIdOf({ sessionBinding }: Binding, sessionSecret: string, playerId: number): string {
    if (sessionBinding === 'none') return sessionSecret
    return this.#withPlayer('session id', playerId, derived(this.#key, 'handle', sessionSecret))
  }

  /**
   * Returns whether the secret part of a session id derives from a session secret by this key. Its
   * player is not proven: a session is found by the hash of the whole id.
   */
  isPair({ sessionBinding }: Binding, sessionSecret: string, sessionId: string): boolean {
    if (sessionBinding === 'none') return isSame(sessionSecret, sessionId)
    const secret = derived(this.#key, 'handle', sessionSecret)
    return isSame(secret, removePlayerPrefix(sessionId))
  }

  refreshTokenOf(sessionSecret: string, playerId: number): string {
    const secret = derived(this.#key, 'refresh', sessionSecret)
    return this.#withPlayer('refresh token', playerId, secret)
  }

  /** The secret of the session that replaces the session of this refresh token. */
  successorOf(binding: Binding, refreshToken: string, playerId: number): string {
    return this.sessionSecretOf(binding, derived(this.#key, 'successor', refreshToken), playerId)
  }

  /**
   * An access token contains its generation, so that an expired one still identifies its session.
   */
  accessTokenOf(refreshToken: string, generation: number, playerId: number): string {
    const secret = derived(this.#key, `bearer ${generation}`, refreshToken)
    return this.#withPlayer('access token', playerId, `${generation.toString(36)}.${secret}`)
  }

  clientsSecretOf(family: string, playerId: number): string {
    const secret = `${family}.${derived(this.#key, 'sites of a player', family)}`
    return this.#withPlayer('browser at clients', playerId, secret)
  }

  /** Returns whether a browser has the secret of this family already, by this key. */
  isClientsSecretOf(family: string, secret: string): boolean {
    const key = this.#playerKeyOf('browser at clients')
    return familyOf(secret) === family && namesKey(key, secret)
  }

  #withPlayer(kind: PlayerSecretKind, playerId: number, secret: string): string {
    return addPlayerPrefix(this.#playerKeyOf(kind), playerId, secret)
  }
}

/** The session keys of a server: the first makes all new sessions. */
export function sessionKeysOf({
  sessions: [first, ...others],
  players,
}: ServerKey): readonly [SessionKey, ...SessionKey[]] {
  // Every purpose has as many keys, in one order.
  const sessionKey = (key: Buffer, at: number) =>
    new SessionKey(key, (kind) => players[kind][at] ?? players[kind][0])
  return [sessionKey(first, 0), ...others.map((other, at) => sessionKey(other, at + 1))]
}

/** The generation in an access token; NaN in any other text. */
export function generationOf(accessToken: string): number {
  return Number.parseInt(removePlayerPrefix(accessToken), 36)
}

/** The session family in the secret by which a browser is known at clients. */
export function familyOf(clientsSecret: string): string {
  const secret = removePlayerPrefix(clientsSecret)
  return secret.slice(0, secret.indexOf('.'))
}
