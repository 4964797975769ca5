import { createCipheriv, createDecipheriv } from 'node:crypto'
import { hashOf, preparedKey } from './secrets.ts'
import type { Keys, PlayerSecretKind, ServerKey } from './serverKey.ts'

/*
 * Secrets that carry their player's id, so that one look finds the player's own rows. The id stands
 * encrypted before the secret, in one block with the beginning of the secret's hash: it tells nothing
 * without the key, is another block for each secret, and a block that was altered or moved to another
 * secret opens to nothing.
 */

const algorithm = 'aes-256-ecb'
const blockBytes = 16
const idBytes = 8

/** Characters that a block takes before the secret. */
const prefixLength = Math.ceil((blockBytes * 8) / 6)

/** Puts a player's id before a secret, under the key; the same input gives the same value. */
export function withPlayer(key: Buffer, playerId: number, secret: string): string {
  const block = Buffer.alloc(blockBytes)
  block.writeBigUInt64BE(BigInt(playerId))
  hashOf(secret).copy(block, idBytes, 0, blockBytes - idBytes)
  const cipher = createCipheriv(algorithm, preparedKey(key), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url') + secret
}

/** The player's id in a value; null where a secret of before has none, or something was altered. */
export function playerOf(keys: Keys, value: string): number | null {
  const [prefix, secret] = [value.slice(0, prefixLength), value.slice(prefixLength)]
  const sealed = Buffer.from(prefix, 'base64url')
  if (secret === '' || sealed.length !== blockBytes) return null
  const begin = hashOf(secret).subarray(0, blockBytes - idBytes)
  for (const key of keys) {
    const decipher = createDecipheriv(algorithm, preparedKey(key), null).setAutoPadding(false)
    const block = Buffer.concat([decipher.update(sealed), decipher.final()])
    const id = block.readBigUInt64BE()
    if (block.subarray(idBytes).equals(begin) && id <= Number.MAX_SAFE_INTEGER) return Number(id)
  }
  return null
}

/** The secret itself of a value that carries a player's id. */
export function withoutPlayer(value: string): string {
  return value.slice(prefixLength)
}

/** What a value is looked up by. */
export interface SoughtSecret {
  readonly hash: Buffer
  /** The player that the value carries; null for one of before, which its hash alone finds. */
  readonly playerId: number | null
}

/** Makes and opens the secrets of players, each kind under keys of its own. */
export class PlayerSecrets {
  readonly #keys: ServerKey['players']
  /** Whether every server of the database reads secrets that carry a player's id. */
  readonly carriesPlayer: boolean

  constructor({ players }: Pick<ServerKey, 'players'>, carriesPlayer: boolean) {
    this.#keys = players
    this.carriesPlayer = carriesPlayer
  }

  /** The value that a player gets for a new secret. */
  valueOf(kind: PlayerSecretKind, playerId: number, secret: string): string {
    return this.carriesPlayer ? withPlayer(this.#keys[kind][0], playerId, secret) : secret
  }

  playerOf(kind: PlayerSecretKind, value: string): number | null {
    return playerOf(this.#keys[kind], value)
  }

  sought(kind: PlayerSecretKind, value: string): SoughtSecret {
    return { hash: hashOf(value), playerId: this.playerOf(kind, value) }
  }
}
