import { hash, timingSafeEqual } from 'node:crypto'
import { hashOf } from './secrets.ts'
import type { Keys, PlayerSecretKind, ServerKey } from './serverKey.ts'

/*
 * Secrets that carry their player's id, so that one look finds the player's own rows. Before the
 * secret stand the masked id and a tag, both of SHA-256 under the key: the tag of id and secret, the
 * mask of tag and secret. They tell nothing without the key, are others for each secret, and open to
 * nothing once they were altered or moved to another secret. The hashes are cut off, so that nobody
 * can continue them; a request makes several of these, and a cipher or HMAC of Node takes four times
 * as long.
 */

const idLength = 16
const tagLength = 16

/** Characters that id and tag take before the secret. */
const prefixLength = idLength + tagLength
const prefixPattern = /^[\da-f]{32}[^]/

/** Puts a player's id before a secret, under the key; the same input gives the same value. */
export function withPlayer(key: Buffer, playerId: number, secret: string): string {
  const text = textOf(key)
  const tag = tagOf(text, playerId, secret)
  const [high, low] = maskOf(text, tag, secret)
  const masked = hexOf(Math.floor(playerId / 2 ** 32) ^ high) + hexOf(playerId ^ low)
  return masked + tag + secret
}

/** The player's id in a value; null in one that was altered, and in what is no secret. */
export function playerOf(keys: Keys, value: string): number | null {
  if (!prefixPattern.test(value)) return null
  const tag = value.slice(idLength, prefixLength)
  const secret = value.slice(prefixLength)
  for (const key of keys) {
    const text = textOf(key)
    const [high, low] = maskOf(text, tag, secret)
    const id = ((numberAt(value, 0) ^ high) >>> 0) * 2 ** 32 + ((numberAt(value, 8) ^ low) >>> 0)
    if (Number.isSafeInteger(id) && isSameTag(tag, tagOf(text, id, secret))) return id
  }
  return null
}

/** The secret itself of a value that carries a player's id. */
export function withoutPlayer(value: string): string {
  return value.slice(prefixLength)
}

function tagOf(key: string, playerId: number, secret: string): string {
  return hash('sha256', `${key} tag ${playerId} ${secret}`, 'hex').slice(0, tagLength)
}

/** The two halves that hide an id. */
function maskOf(key: string, tag: string, secret: string): readonly [number, number] {
  const mask = hash('sha256', `${key} mask ${tag} ${secret}`, 'hex')
  return [numberAt(mask, 0), numberAt(mask, 8)]
}

function numberAt(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 8), 16)
}

function hexOf(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}

function isSameTag(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'))
}

const texts = new WeakMap<Buffer, string>()

/** The key as it stands in a hash, made once. */
function textOf(key: Buffer): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = key.toString('base64url')
  texts.set(key, text)
  return text
}

/** What a value is looked up by. */
export interface SoughtSecret {
  readonly hash: Buffer
  /** The player that the value carries; 0, which no player has, in what is no secret of this kind. */
  readonly playerId: number
}

/** Makes and opens the secrets of players, each kind under keys of its own. */
export class PlayerSecrets {
  readonly #keys: ServerKey['players']

  constructor({ players }: Pick<ServerKey, 'players'>) {
    this.#keys = players
  }

  /** The value that a player gets for a new secret. */
  valueOf(kind: PlayerSecretKind, playerId: number, secret: string): string {
    return withPlayer(this.#keys[kind][0], playerId, secret)
  }

  playerOf(kind: PlayerSecretKind, value: string): number | null {
    return playerOf(this.#keys[kind], value)
  }

  sought(kind: PlayerSecretKind, value: string): SoughtSecret {
    return { hash: hashOf(value), playerId: this.playerOf(kind, value) ?? 0 }
  }
}
