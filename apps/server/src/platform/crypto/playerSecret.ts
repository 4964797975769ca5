import { createHmac } from 'node:crypto'
import { hashOf, preparedKey } from './secrets.ts'
import type { Keys, PlayerSecretKind, ServerKey } from './serverKey.ts'

/*
 * Secrets that carry their player's id, so that one look finds the player's own rows. Before the
 * secret stand a mark of the key, and the id under a mask: the HMAC-SHA256 of the secret under the
 * key. The id shows nothing without the key, and looks different for each secret. It is not proven:
 * a row is found by the id and the hash of the whole value, and another id makes another hash.
 */

/** In hexadecimal characters. */
const markLength = 8
const idLength = 16
const prefixLength = markLength + idLength
const prefixPattern = /^[\da-f]{24}[^]/

/** Puts a player's id before a secret, under the key; the same input gives the same value. */
export function addPlayerPrefix(key: Buffer, playerId: number, secret: string): string {
  const masked = BigInt(playerId) ^ maskOf(key, secret)
  return markOf(key) + masked.toString(16).padStart(idLength, '0') + secret
}

/** Returns whether a value names this key: it is not proven that it was made under it. */
export function namesKey(key: Buffer, value: string): boolean {
  return value.startsWith(markOf(key))
}

/** The player's id in a value that was made under one of the keys; null for any other value. */
export function readPlayerPrefix(keys: Keys, value: string): number | null {
  if (!prefixPattern.test(value)) return null
  const key = keys.find((each) => namesKey(each, value))
  if (key === undefined) return null
  const masked = BigInt(`0x${value.slice(markLength, prefixLength)}`)
  const id = Number(masked ^ maskOf(key, removePlayerPrefix(value)))
  return Number.isSafeInteger(id) ? id : null
}

/** The secret itself of a value that carries a player's id. */
export function removePlayerPrefix(value: string): string {
  return value.slice(prefixLength)
}

function maskOf(key: Buffer, secret: string): bigint {
  return createHmac('sha256', preparedKey(key)).update(secret).digest().readBigUInt64BE()
}

const marks = new WeakMap<Buffer, string>()

/** The beginning of each value of a key, made once: while keys change it says which one to use. */
function markOf(key: Buffer): string {
  const known = marks.get(key)
  if (known !== undefined) return known
  const digest = createHmac('sha256', preparedKey(key)).update('mark').digest('hex')
  const mark = digest.slice(0, markLength)
  marks.set(key, mark)
  return mark
}

/** A secret as the database knows it. */
export interface SecretLookup {
  readonly hash: Buffer
  /** The player that the value carries; 0, which no player has, in any other value. */
  readonly playerId: number
}

/** Makes and opens the secrets of players, each kind under its own keys. */
export class PlayerSecrets {
  readonly #keys: ServerKey['players']

  constructor({ players }: Pick<ServerKey, 'players'>) {
    this.#keys = players
  }

  /** The value that a player gets for a new secret. */
  valueOf(kind: PlayerSecretKind, playerId: number, secret: string): string {
    return addPlayerPrefix(this.#keys[kind][0], playerId, secret)
  }

  playerOf(kind: PlayerSecretKind, value: string): number | null {
    return readPlayerPrefix(this.#keys[kind], value)
  }

  lookup(kind: PlayerSecretKind, value: string): SecretLookup {
    return { hash: hashOf(value), playerId: this.playerOf(kind, value) ?? 0 }
  }
}
