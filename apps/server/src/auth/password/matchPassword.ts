import { normalPassword } from '@gatehouse/contract/fields'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import {
  bytesOf,
  isCutHash,
  isForeignHash,
  lengthsOf,
  readForeignHash,
  weaknessOf,
} from './foreignHash.ts'

export type PasswordMatch = 'none' | 'current' | 'outdated'

/** The parameters of our own hashes. */
export interface HashOptions {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Limits the cost of verifying an imported hash. */
const limits = { memoryCost: 1024 * 1024, timeCost: 20, parallelism: 16 }

/** The parameters of an argon2 hash that protects something; null for every other text. */
function argon2Options(text: string): HashOptions | null {
  try {
    const [salt = '', key = ''] = text.split('$').slice(-2)
    const options = parseOptions(text)
    return weaknessOf(bytesOf(salt), bytesOf(key)) === null ? options : null
  } catch {
    return null
  }
}

function isAffordable({ memoryCost, timeCost, parallelism }: HashOptions): boolean {
  return (
    memoryCost <= limits.memoryCost &&
    timeCost <= limits.timeCost &&
    parallelism <= limits.parallelism
  )
}

/**
 * Judges a hash of another system for its importer: `good`, `unknown` where no reader knows its kind, or
 * why it is refused although one does.
 */
export function judgeHash(hash: string): 'good' | 'unknown' | { readonly refusal: string } {
  const options = argon2Options(hash)
  if ((options !== null && isAffordable(options)) || readForeignHash(hash) !== null) return 'good'
  const [salt = '', key = ''] = hash.split('$').slice(-2)
  const isOfKind = /^\$?(?:argon2|scrypt|pbkdf2)/.test(hash)
  const weakness = isOfKind ? weaknessOf(bytesOf(salt), bytesOf(key)) : null
  if (weakness !== null) return { refusal: weakness }
  const lengths = lengthsOf(hash)
  if (lengths !== null) {
    return { refusal: `says that its key has ${lengths.said} bytes, and has ${lengths.has}` }
  }
  if (isCutHash(hash) || (options === null && hash.startsWith('$argon2'))) {
    return { refusal: 'is cut: it begins like a hash that is longer' }
  }
  const isKnown = options !== null || isForeignHash(hash)
  return isKnown ? { refusal: 'takes too long to verify, or protects nothing' } : 'unknown'
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
    // Whatever it costs: the import limits foreign hashes, and an operator's own settings ours.
    if (known !== null && argon2Options(known)) return (typed: string) => verify(known, typed)
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
    // An imported hash is of the text as it was typed, and ours once counted what cannot be seen. Unknown
    // accounts take as long.
    for (const other of new Set([typed.normalize('NFKC'), typed])) {
      if (other !== password && (await isRight(other))) return 'outdated'
    }
    return 'none'
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
