import { normalPassword } from '@gatehouse/contract/fields'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { bytesOf, readForeignHash, weaknessOf } from './foreignHash.ts'

export type PasswordMatch = 'none' | 'current' | 'outdated'

/** The parameters of our own hashes. */
export interface HashOptions {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Limits the cost of verifying an imported hash. */
const most = { memoryCost: 1024 * 1024, timeCost: 20, parallelism: 16 }

/** Returns whether a text is an argon2 hash that may be verified. */
function isArgon2(text: string): boolean {
  try {
    const { memoryCost, timeCost, parallelism } = parseOptions(text)
    const [salt = '', key = ''] = text.split('$').slice(-2)
    return (
      memoryCost <= most.memoryCost &&
      timeCost <= most.timeCost &&
      parallelism <= most.parallelism &&
      weaknessOf(bytesOf(salt), bytesOf(key)) === null
    )
  } catch {
    return false
  }
}

/** Returns why a hash of another system is never verified, for its importer; null for a good one. */
export function hashRefusal(hash: string): string | null {
  if (isArgon2(hash) || readForeignHash(hash) !== null) return null
  const [salt = '', key = ''] = hash.split('$').slice(-2)
  const isKnownKind = /^\$?(?:argon2|scrypt|pbkdf2)/.test(hash)
  const weakness = isKnownKind ? weaknessOf(bytesOf(salt), bytesOf(key)) : null
  return weakness ?? 'is no hash by argon2, bcrypt, scrypt or PBKDF2 that may be verified'
}

/**
 * Makes the comparison of a hash with a typed password. Without a hash, and with one that may not be
 * verified, it finds no match and takes as long as for another one.
 */
export function createMatcher(
  options: HashOptions,
): (known: string | null, typed: string) => Promise<PasswordMatch> {
  let placeholder: Promise<string> | null = null
  const placeholderHash = () => (placeholder ??= hash('the password of no player', options))

  const verifierOf = (known: string | null) => {
    const verifyForeign = known === null ? null : readForeignHash(known)
    if (verifyForeign !== null) return verifyForeign
    if (known !== null && isArgon2(known)) return (password: string) => verify(known, password)
    return async (password: string) => {
      await verify(await placeholderHash(), password)
      return false
    }
  }

  return async (known, typed) => {
    const isRight = verifierOf(known)
    const password = normalPassword(typed)
    if (await isRight(password)) {
      return known !== null && isOutdated(known, options) ? 'outdated' : 'current'
    }
    // Hashes of before are of the text as it was typed. Unknown accounts take as long.
    return password !== typed && (await isRight(typed)) ? 'outdated' : 'none'
  }
}

function isOutdated(known: string, options: HashOptions): boolean {
  if (!known.startsWith('$argon2id$')) return true
  const { memoryCost, timeCost, parallelism } = parseOptions(known)
  return (
    memoryCost !== options.memoryCost ||
    timeCost !== options.timeCost ||
    parallelism !== options.parallelism
  )
}
