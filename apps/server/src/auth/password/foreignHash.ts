import {
  createCipheriv,
  createHash,
  createHmac,
  pbkdf2,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
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
  /** How its hashes begin: one that does, and is not of the pattern, was cut. */
  readonly begins: RegExp
  readonly pattern: RegExp
  /** Returns the verification of a hash; null for one that costs too much. */
  readonly read: (parts: Parts, hash: string) => Verify | null
}

const base64 = '[A-Za-z0-9+/.]*={0,2}'

const kinds: readonly Kind[] = [
  {
    begins: /^\$2[abxy]\$/,
    pattern: /^\$2[abxy]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/,
    read: readBcrypt((password) => password),
  },
  {
    // WordPress from 6.8 on: of a hash, because bcrypt ends at 72 bytes.
    begins: /^\$wp/,
    pattern: /^\$wp(?<hash>\$2y\$(?<cost>\d\d)\$[./A-Za-z0-9]{53})$/,
    read: readBcrypt((password) =>
      createHmac('sha384', 'wp-sha384').update(password.trim()).digest('base64'),
    ),
  },
  {
    // vBulletin 5, whose scheme `blowfish` hashes the MD5 that older versions kept.
    begins: /^\$vb/,
    pattern: /^\$vb(?<hash>\$2[ay]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53})$/,
    read: readBcrypt((password) => createHash('md5').update(password).digest('hex')),
  },
  {
    // phpass, of WordPress before 6.8 and phpBB 3.0.
    begins: /^\$[PH]\$/,
    pattern: /^\$[PH]\$(?<rounds>[./0-9A-Za-z])(?<salt>[./0-9A-Za-z]{8})(?<key>[./0-9A-Za-z]{22})$/,
    read: readPhpass,
  },
  {
    // PHC: the costs as a logarithm.
    begins: /^\$scrypt\$/,
    pattern: new RegExp(
      String.raw`^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3})\$(?<salt>${base64})\$(?<key>${base64})$`,
    ),
    read: readScrypt,
  },
  {
    // Firebase's: the derived key encrypts the project's own. Written as Kratos writes it.
    begins: /^\$firescrypt\$/,
    pattern: new RegExp(
      String.raw`^\$firescrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3})\$(?<salt>${base64})\$(?<key>${base64})\$(?<separator>(?:${base64})?)\$(?<signer>${base64})$`,
    ),
    read: readFirescrypt,
  },
  {
    // PHC names its rounds, passlib does not.
    begins: /^\$pbkdf2-?(?:sha(?:1|256|512))?\$/,
    pattern: new RegExp(
      String.raw`^\$pbkdf2-?(?<digest>sha(?:1|256|512))?\$(?:i=)?(?<rounds>\d{1,9})(?:,l=(?<bytes>\d{1,4}))?\$(?<salt>${base64})\$(?<key>${base64})$`,
    ),
    read: readPhcPbkdf2,
  },
  {
    // Django: the salt is the text as it stands.
    begins: /^pbkdf2_sha(?:1|256|512)\$/,
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

/** True for a text that begins like such a hash, and is none: a column was too short for it. */
export function isCutHash(hash: string): boolean {
  return !isForeignHash(hash) && kinds.some(({ begins }) => begins.test(hash))
}

/** The bytes that a hash says its key has, and those that it has; null where both are the same. */
export function lengthsOf(hash: string): { readonly said: number; readonly has: number } | null {
  for (const { pattern } of kinds) {
    const { bytes, key = '', signer } = pattern.exec(hash)?.groups ?? {}
    const said = signer === undefined ? Number(bytes ?? Number.NaN) : bytesOf(signer).length
    const has = keyOf(key, said).length
    if (!Number.isNaN(said) && said !== has) return { said, has }
  }
  return null
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

function readBcrypt(typedAs: (password: string) => string) {
  return ({ cost, hash: inner }: Parts, hash: string): Verify | null =>
    Number(cost) > limits.bcryptCost
      ? null
      : (password) => verifyBcrypt(typedAs(password), inner ?? hash)
}

/** The alphabet of crypt. */
const itoa64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function readPhpass({ rounds = '', salt = '', key = '' }: Parts): Verify | null {
  const logarithm = itoa64.indexOf(rounds)
  // Its own bounds are 7 and 30. It holds up everything else, and 15 take a tenth of a second.
  if (logarithm < 7 || logarithm > 15) return null
  return async (password) => {
    let derived = createHash('md5').update(salt).update(password).digest()
    for (let round = 0; round < 2 ** logarithm; round += 1) {
      derived = createHash('md5').update(derived).update(password).digest()
    }
    return timingSafeEqual(Buffer.from(key), Buffer.from(inItoa64(derived)))
  }
}

/** As crypt writes bytes: the lowest six bits first. */
function inItoa64(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3)
    let value = group.readUIntLE(0, group.length)
    for (let sign = 0; sign <= group.length; sign += 1) {
      text += itoa64[value & 63]
      value >>= 6
    }
  }
  return text
}

/** Discourse writes its salt, and some of its exports the key, in hexadecimal; the salt is that text. */
function readPhcPbkdf2({ digest = 'sha1', rounds, bytes, salt = '', key: written = '' }: Parts) {
  const key = keyOf(written, Number(bytes))
  if (bytes !== undefined && key.length !== Number(bytes)) return null
  const verify = readPbkdf2(digest, Number(rounds), bytesOf(salt), key)
  if (bytes === undefined || !/^[\da-f]{32}$/.test(salt)) return verify
  const asText = readPbkdf2(digest, Number(rounds), Buffer.from(salt), key)
  return async (password: string) =>
    (await asText?.(password)) === true || (await verify?.(password)) === true
}

/** The bytes of a key, which is in hexadecimal where only so it has as many as it says. */
function keyOf(written: string, said: number): Buffer {
  const isHex = written.length === 2 * said && /^[\da-f]+$/.test(written)
  return isHex ? Buffer.from(written, 'hex') : bytesOf(written)
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
