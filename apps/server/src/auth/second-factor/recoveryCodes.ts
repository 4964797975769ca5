import { cleanText } from '@gatehouse/contract/cleanText'
import { bounds } from '@gatehouse/contract/limits'
import type { HashedCodes } from '../../database/auth/recoveryCodeStatements.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import type { PasswordHasher } from '../password/passwordHasher.ts'

/*
 * Ten codes of 80 bits, in the base 32 of Crockford, whose letters are not confused. The database
 * has them under one salt a set, so that a try costs one hash whatever the number of codes.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters = 16

/** New codes as players read them, and as the database keeps them. */
export async function newRecoveryCodes(
  passwords: PasswordHasher,
): Promise<HashedCodes & { readonly codes: readonly string[] }> {
  const salt = randomBytes(16)
  const plain = Array.from({ length: bounds.recoveryCodes.max }, newCode)
  const hashes: Buffer[] = []
  // One after the other: log-ins of others wait for the same hasher.
  for (const code of plain) hashes.push(await passwords.derive(code, salt))
  return { salt, hashes, codes: plain.map((code) => code.replace(/.{4}(?=.)/g, '$&-')) }
}

/** A typed code, as it is meant, without confused letters. Null for a text that is none. */
export function normalCode(typed: string): string | null {
  const code = cleanText('code', typed)
    .replaceAll('-', '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
  return code.length === letters && [...code].every((letter) => alphabet.includes(letter))
    ? code
    : null
}

function newCode(): string {
  // 256 is a multiple of 32: every letter is as likely.
  return [...randomBytes(letters)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
