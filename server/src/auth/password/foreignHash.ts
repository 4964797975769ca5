import { createCipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/*
 * Password hashes of imported players from other systems. They are verified and never made: a
 * player's first log-in replaces the hash by ours.
 */

/** Limits the cost of one verification: an import with a higher cost could stop all log-ins. */
const limits = { bcryptCost: 15, scryptBytes: 256 * 1024 ** 2, rounds: 10_000_000 }

/** Bytes. A shorter key is found by guessing, and an empty one is every password's. */
const leastKey = 16

type Verify = (password: string) => Promise<boolean>

interface Kind {
  readonly pattern: RegExp
  /** Returns the verification of a hash; null for one that costs too much. */
  readonly read: (parts: Parts, hash: string) => Verify | null
}

const base64 = '[A-Za-z0-9+/.]*={0,2}'

const kinds: readonly Kind[] = [
  {
    pattern: /^\$2[abxy]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/,
    read: ({ cost }, hash) =>
      Number(cost) > limits.bcryptCost ? null : (password) => verifyBcrypt(password, hash),
  },
  {
    // PHC: the costs as a logarithm.
    pattern: new RegExp(
      String.raw`^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3})\$(?<salt>${base64})\$(?<key>${base64})$`,
    ),
    read: readScrypt,
  },
  {
    // Firebase's: the derived key encrypts the project's own. Written as Kratos writes it.
    pattern: new RegExp(
      String.raw`^\$firescrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3})\$(?<salt>${base64})\$(?<key>${base64})\$(?<separator>(?:${base64})?)\$(?<signer>${base64})$`,
    ),
    read: readFirescrypt,
  },
  {
    // PHC names its rounds, passlib does not.
    pattern: new RegExp(
      String.raw`^\$pbkdf2-?(?<digest>sha(?:1|256|512))?\$(?:i=)?(?<rounds>\d{1,9})(?:,l=\d+)?\$(?<salt>${base64})\$(?<key>${base64})$`,
    ),
    read: ({ digest = 'sha1', rounds, salt = '', key = '' }) =>
      readPbkdf2(digest, Number(rounds), bytesOf(salt), bytesOf(key)),
  },
  {
    // Django: the salt is the text as it stands.
    pattern: new RegExp(
      String.raw`^pbkdf2_(?<digest>sha1|sha256|sha512)\$(?<rounds>\d{1,9})\$(?<salt>[^$]*)\$(?<key>${base64})$`,
    ),
    read: ({ digest = '', rounds, salt = '', key = '' }) =>
      readPbkdf2(digest, Number(rounds), Buffer.from(salt), bytesOf(key)),
  },
]

/**
 * Returns the verification of such a hash; null for other texts and for one that costs too much.
 */
export function readForeignHash(hash: string): Verify | null {
  for (const { pattern, read } of kinds) {
    const groups = pattern.exec(hash)?.groups
    if (groups) return read(groups, hash)
  }
  return null
}

/** True for the text of such a hash, whatever it costs. */
export function isForeignHash(hash: string): boolean {
  return kinds.some(({ pattern }) => pattern.test(hash))
}

type Parts = Readonly<Record<string, string>>

/**
 * The costs of scrypt for a salt and a key; null for costs that are too high, and a hash without
 * use.
 */
function scryptOptions({ ln, r, p, salt = '', key = '' }: Parts) {
  if (weaknessOf(bytesOf(salt), bytesOf(key)) !== null) return null
  const costs = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
  const maxmem = 128 * costs.r * (costs.N + costs.p + 2)
  const isAffordable = maxmem * costs.p <= limits.scryptBytes
  return costs.N < 2 || costs.r < 1 || costs.p < 1 || !isAffordable ? null : { ...costs, maxmem }
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

function readScrypt(parts: Parts): Verify | null {
  const options = scryptOptions(parts)
  if (options === null) return null
  const [salt, expected] = [bytesOf(parts['salt'] ?? ''), bytesOf(parts['key'] ?? '')]
  return async (password) =>
    timingSafeEqual(expected, await derive(password, salt, expected.length, options))
}

function readFirescrypt(parts: Parts): Verify | null {
  const { salt = '', key = '', separator = '', signer = '' } = parts
  const options = scryptOptions(parts)
  const [expected, signerKey] = [bytesOf(key), bytesOf(signer)]
  if (options === null || expected.length !== signerKey.length) return null
  const salted = Buffer.concat([bytesOf(salt), bytesOf(separator)])
  return async (password) => {
    const derived = await derive(password, salted, 32, options)
    const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16))
    return timingSafeEqual(expected, Buffer.concat([cipher.update(signerKey), cipher.final()]))
  }
}

function readPbkdf2(digest: string, rounds: number, salt: Buffer, key: Buffer): Verify | null {
  if (rounds < 1 || rounds > limits.rounds || weaknessOf(salt, key) !== null) return null
  return async (password) =>
    timingSafeEqual(key, await promisify(pbkdf2)(password, salt, rounds, key.length, digest))
}

/** Returns why a hash with this salt and key protects nothing; null for one that does. */
export function weaknessOf(salt: Buffer, key: Buffer): string | null {
  if (key.length < leastKey) return `has a key of ${key.length} bytes; ${leastKey} are the least`
  return salt.length === 0 ? 'has no salt' : null
}

/** Base64 without its padding, or passlib's, which has a dot for a plus. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}
