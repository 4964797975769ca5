import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import { randomBytes } from './randomness.ts'

/** A fresh secret of 256 bits in the URL-safe alphabet. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * A secret that only the holder of the key can derive from another one; `purpose` keeps them apart.
 * Whoever derives many brings a KeyObject: Node makes one of a Buffer every time, for longer than all
 * the rest takes.
 */
export function derived(key: Buffer | KeyObject, purpose: string, from: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${from}`).digest('base64url')
}

/** Compares two secrets in the time that their hashes take. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other))
}
