import { createHmac } from 'node:crypto'
import { codeLength, digitsOfCode, digitsOfCodes } from '@gatehouse/contract/supportCode'
import { randomBytes } from '../../platform/crypto/random.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/** A new code of 50 bits, like `K7M4-9QTX-2A`. */
export function newSupportCode(): string {
  const bytes = [...randomBytes(codeLength)]
  const code = bytes.map((byte) => digitsOfCodes[byte % digitsOfCodes.length]).join('')
  return code.replace(/^(.{4})(.{4})/, '$1-$2-')
}

/** The hashes by which a code can be stored, the newest first; none for a text that is no code. */
export function hashesOfCode(keys: Keys, deployment: string, text: string): readonly Buffer[] {
  const code = digitsOfCode(text)
  if (code === null) return []
  return keys.map((key) => createHmac('sha256', key).update(`${deployment}\0${code}`).digest())
}
