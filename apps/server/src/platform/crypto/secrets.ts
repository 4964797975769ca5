import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { randomBytes } from './random.ts'

/** A fresh secret of 256 bits in the URL-safe alphabet. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The database's form of a secret. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

const made = new WeakMap<Buffer, KeyObject>()

/**
 * The prepared form of a key, made once: Node would make one of the buffer for every HMAC and cipher,
 * which takes five times as long as these.
 */
export function preparedKey(bytes: Buffer): KeyObject {
  const known = made.get(bytes)
  if (known) return known
  const key = createSecretKey(bytes)
  made.set(bytes, key)
  return key
}

/** A secret that only the holder of the key can derive from another one; `purpose` keeps them apart. */
export function derived(key: Buffer, purpose: string, from: string): string {
  return createHmac('sha256', preparedKey(key)).update(`${purpose}\n${from}`).digest('base64url')
}

/** Compares two secrets in a time that says nothing but whether they are of one length. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
