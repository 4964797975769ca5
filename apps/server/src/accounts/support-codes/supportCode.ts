import { createHmac } from 'node:crypto'
import { cleanText } from '@gatehouse/contract/cleanText'
import { randomBytes } from '../../platform/crypto/random.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/** Crockford's digits: none looks or sounds like another. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10

/** A new code of 50 bits, like `K7M4-9QTX-2A`. */
export function newSupportCode(): string {
  const code = [...randomBytes(codeLength)].map((byte) => digits[byte % digits.length]).join('')
  return code.replace(/^(.{4})(.{4})/, '$1-$2-')
}

/**
 * The hashes by which a code can be stored, the newest first; none for a text that is no code. Signs
 * that are read or heard wrongly count as the ones that are meant.
 */
export function hashesOfCode(keys: Keys, deployment: string, text: string): readonly Buffer[] {
  const code = cleanText('code', text).replaceAll('-', '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = code.length === codeLength && [...code].every((digit) => digits.includes(digit))
  if (!isCode) return []
  return keys.map((key) => createHmac('sha256', key).update(`${deployment}\0${code}`).digest())
}
