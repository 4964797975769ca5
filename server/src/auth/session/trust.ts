import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { readPlayerPrefix, addPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'

/*
 * What lets players skip their second step in a browser: one secret a player, in one cookie. It proves
 * nothing else, and a session that it opened is no stronger than its password.
 */

const playersOfOneBrowser = 5

/** The hash of a player's own secret in the cookie; null for a browser that the player never trusted. */
export function trustHashOf(
  key: ServerKey,
  cookie: string | null,
  playerId: number,
): Buffer | null {
  const keys = key.players['trusted browser']
  const own = entriesOf(cookie).find((entry) => readPlayerPrefix(keys, entry) === playerId)
  return own === undefined ? null : hashOf(own)
}

/** A player's new secret, and the cookie with it. */
export function newTrust(key: ServerKey, cookie: string | null, playerId: number) {
  const keys = key.players['trusted browser']
  const secret = addPlayerPrefix(keys[0], playerId, newSecret())
  const others = entriesOf(cookie).filter((entry) => readPlayerPrefix(keys, entry) !== playerId)
  return {
    tokenHash: hashOf(secret),
    cookie: [secret, ...others].slice(0, playersOfOneBrowser).join('~'),
  }
}

function entriesOf(cookie: string | null): readonly string[] {
  return (cookie ?? '').split('~').filter((entry) => /^[\w-]{67}$/.test(entry))
}
