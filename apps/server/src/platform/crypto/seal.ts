import { createCipheriv, createDecipheriv } from 'node:crypto'
import { SettingsError } from '../config/settings.ts'
import { randomBytes } from './random.ts'
import type { Keys } from './serverKey.ts'

const algorithm = 'aes-256-gcm'

/** Conceals a value under the first of its keys: a mail's link, a partner's data of a player. */
export function seal(value: unknown, [key]: Keys): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, key, nonce)
  const sealed = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64')
}

/**
 * Opens a sealed value. Throws a SettingsError when none of the keys is its own or a byte was
 * changed: it is the key of the database's secrets.
 */
export function unseal(text: string, [key, next, ...rest]: Keys): unknown {
  try {
    return open(text, key)
  } catch (cause) {
    if (next !== undefined) return unseal(text, [next, ...rest])
    throw new SettingsError(wrongKey, { cause })
  }
}

/** The sentence for a key that does not fit the data. */
const wrongKey =
  'SESSION_KEY, or server.key in DATA_DIR, is not the key that sealed this database: start with that one, or give it as SESSION_KEY_OTHER.'

/** True if a key is a sealed value's own. */
export function isSealedBy(text: string, key: Buffer): boolean {
  try {
    open(text, key)
    return true
  } catch {
    return false
  }
}

function open(text: string, key: Buffer): unknown {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  return JSON.parse(opened.toString('utf8'))
}
