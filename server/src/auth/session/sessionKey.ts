import type { Deployment } from '../../tenants/deployments.ts'
import { removePlayerPrefix, addPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys, PlayerSecretKind, ServerKey } from '../../platform/crypto/serverKey.ts'

/*
 * A session has one root secret. It lives in an HttpOnly cookie and nowhere else. All other values
 * of the session derive from it under the server's key and are stored as hashes:
 *   root ─┬─ handle      the public session id (`Created`), useless without the cookie
 *         └─ refresh ─┬─ bearer of an epoch
 *                     └─ root of the successor: a repeated refresh finds the same one
 * Where the account API lives on another site no cookie reaches it, and the handle itself is the
 * root. While the server's key is changed a session keeps the key that it was made with; its
 * successor derives from the new one.
 *
 * Handle, refresh and bearer carry the player's id.
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

  rootOf({ sessionBinding }: Binding, secret: string, playerId: number): string {
    return sessionBinding === 'none' ? this.#withPlayer('session id', playerId, secret) : secret
  }

  handleOf({ sessionBinding }: Binding, root: string, playerId: number): string {
    if (sessionBinding === 'none') return root
    return this.#withPlayer('session id', playerId, derived(this.#key, 'handle', root))
  }

  isHandleOf(binding: Binding, root: string, value: string, playerId: number): boolean {
    return isSame(this.handleOf(binding, root, playerId), value)
  }

  refreshOf(root: string, playerId: number): string {
    return this.#withPlayer('refresh token', playerId, derived(this.#key, 'refresh', root))
  }

  /** The root of the session that replaces the session of this refresh value. */
  successorOf(binding: Binding, refresh: string, playerId: number): string {
    return this.rootOf(binding, derived(this.#key, 'successor', refresh), playerId)
  }

  /** A bearer contains its epoch, so that an expired one still identifies its session. */
  bearerOf(refresh: string, epoch: number, playerId: number): string {
    const secret = `${epoch.toString(36)}.${derived(this.#key, `bearer ${epoch}`, refresh)}`
    return this.#withPlayer('access token', playerId, secret)
  }

  clientsSecretOf(family: string, playerId: number): string {
    const secret = `${family}.${derived(this.#key, 'sites of a player', family)}`
    return this.#withPlayer('browser at clients', playerId, secret)
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
  const sessionKey = (key: Buffer, at: number) =>
    new SessionKey(key, (kind) => keyAt(players[kind], at))
  return [sessionKey(first, 0), ...others.map((other, at) => sessionKey(other, at + 1))]
}

function keyAt(keys: Keys, at: number): Buffer {
  // Every purpose has as many keys, in one order.
  return keys[at] ?? keys[0]
}

/** The epoch in a bearer; NaN in what is none. */
export function epochOf(bearer: string): number {
  return Number.parseInt(removePlayerPrefix(bearer), 36)
}

/** The session family in the secret by which a browser is known at clients. */
export function familyOf(sitesSecret: string): string {
  const secret = removePlayerPrefix(sitesSecret)
  return secret.slice(0, secret.indexOf('.'))
}
