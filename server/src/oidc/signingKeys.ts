import { inTransaction } from '../database/connection/inTransaction.ts'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { after, type Clock } from '../platform/clock.ts'
import type { Database, Executor } from '../database/connection/openDatabase.ts'
import {
  deleteSigningKeys,
  insertSigningKey,
  listSigningKeys,
  resealSigningKey,
  lockSigningKeys,
  type SigningKey,
} from '../database/oidc/signingKeys.ts'
import { findRetiredKey, forgetRetiredKeys, keepRetiredKey } from '../database/oidc/retiredKeys.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'

const day = 86_400

/** Seconds. */
const signingKeyTimes = {
  /**
   * From its publication until a key signs: every cache of our keys that lasts a day has it by
   * then.
   */
  ahead: day,
  /** From a key's last signature until its removal: its signatures expire much sooner. */
  behind: day,
  /** The time that a key signs before the next one is published. */
  use: 90 * day,
  /**
   * From a key's removal until its public half goes too: as long as a browser keeps a cookie, and so
   * longer than any client knows a visitor with an ID token of that key.
   */
  retired: 400 * day,
}

export interface SigningKeyMaterials {
  readonly database: Database
  readonly clock: Clock
  readonly key: ServerKey
}

/** The published private keys of a deployment; the first one signs. */
export async function signingKeysOf(
  materials: SigningKeyMaterials,
  deployment: string,
): Promise<readonly JWK[]> {
  const { database, clock, key } = materials
  const known = await listSigningKeys(database.kysely, deployment)
  const keys = known.length > 0 ? known : await makeFirst(materials, deployment)
  const { signing, published } = sorted(keys, clock.now())
  return [signing, ...published.filter(({ kid }) => kid !== signing.kid)].map(
    ({ sealed }) => unseal(sealed, key.signing) as JWK,
  )
}

/** The private key that signs now. */
export async function signingKeyOf(
  materials: SigningKeyMaterials,
  deployment: string,
): Promise<JWK> {
  const [signing] = await signingKeysOf(materials, deployment)
  if (!signing) throw new Error('A deployment without a signing key.')
  return signing
}

interface Rotation {
  readonly atOnce?: boolean
  /** Runs in the same transaction. */
  readonly alongside?: (transaction: Executor) => Promise<void>
}

/**
 * Publishes a new key, which signs in a day. With `atOnce`, for a key that may be stolen, it signs
 * now and all others are removed, so that none of their signatures is valid any more.
 */
export async function rotateSigningKeys(
  materials: SigningKeyMaterials,
  deployment: string,
  { atOnce = false, alongside }: Rotation = {},
): Promise<void> {
  const fresh = await newKey()
  const { database, clock } = materials
  await inTransaction(database.kysely, async (transaction) => {
    await lockSigningKeys(transaction, deployment)
    const now = clock.now()
    const known = await listSigningKeys(transaction, deployment)
    if (atOnce) await retire(transaction, materials, known)
    const isAlone = atOnce || known.length === 0
    const signsFrom = isAlone ? now : after(now, signingKeyTimes.ahead)
    await insertSigningKey(transaction, rowOf(materials, deployment, fresh, signsFrom))
    await alongside?.(transaction)
  })
}

/** Removes expired keys, and publishes the next one where the newest grows old. */
export async function rotateDueSigningKeys(
  materials: SigningKeyMaterials,
  deployment: string,
): Promise<void> {
  const { database, clock, key } = materials
  const keys = await listSigningKeys(database.kysely, deployment)
  const newest = keys.at(-1)
  // A deployment without clients needs no keys.
  if (!newest) return
  const now = clock.now()
  for (const { kid, sealed } of keys) {
    // While the server's key changes, values under the old one are sealed again.
    const jwk = key.signing.length > 1 ? unseal(sealed, key.signing) : null
    if (jwk) await resealSigningKey(database.kysely, deployment, kid, seal(jwk, key.signing))
  }
  const { published } = sorted(keys, now)
  const over = keys.filter((key) => !published.includes(key))
  await inTransaction(database.kysely, (transaction) => retire(transaction, materials, over))
  await forgetRetiredKeys(database.kysely, deployment, after(now, -signingKeyTimes.retired))
  if (now > after(newest.signs_from, signingKeyTimes.use)) {
    await rotateSigningKeys(materials, deployment)
  }
}

/** The public half of a key that is gone, for hints alone; undefined for one that was never ours. */
export function retiredKeyOf(
  { database }: SigningKeyMaterials,
  deployment: string,
  kid: string,
): Promise<JWK | undefined> {
  return findRetiredKey(database.kysely, deployment, kid)
}

/** Removes keys, and keeps their public halves. One that no key of the server opens leaves nothing. */
async function retire(
  transaction: Executor,
  { clock, key }: SigningKeyMaterials,
  keys: readonly SigningKey[],
): Promise<void> {
  for (const { deployment, kid, sealed } of keys) {
    const opened = publicHalf(sealed, key)
    if (opened !== null) {
      const retired_at = clock.now()
      await keepRetiredKey(transaction, { deployment, kid, public_key: opened, retired_at })
    }
    await deleteSigningKeys(transaction, deployment, [kid])
  }
}

/** Of a key in the form of RFC 7517. */
const publicParts = ['kty', 'n', 'e', 'crv', 'x', 'y', 'kid', 'alg', 'use']

function publicHalf(sealed: string, { signing }: ServerKey): JWK | null {
  try {
    const jwk = unseal(sealed, signing) as Record<string, unknown>
    return Object.fromEntries(publicParts.map((name) => [name, jwk[name]]))
  } catch {
    return null
  }
}

/** Two servers that need a first key at once end up with the same one. */
async function makeFirst(materials: SigningKeyMaterials, deployment: string) {
  const fresh = await newKey()
  return inTransaction(materials.database.kysely, async (transaction) => {
    await lockSigningKeys(transaction, deployment)
    const known = await listSigningKeys(transaction, deployment)
    if (known.length > 0) return known
    const row = rowOf(materials, deployment, fresh, materials.clock.now())
    await insertSigningKey(transaction, row)
    return [row]
  })
}

function sorted(keys: readonly SigningKey[], now: Date) {
  const signing = keys.findLast((key) => key.signs_from <= now) ?? keys[0]
  if (!signing) throw new Error('A deployment without a signing key.')
  const published = keys.filter((_, at) => {
    const successor = keys[at + 1]
    return !successor || successor.signs_from > after(now, -signingKeyTimes.behind)
  })
  return { signing, published }
}

async function newKey(): Promise<JWK & { readonly kid: string }> {
  // Every client library supports RS256; 3072 bits give it 128 bits of strength.
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const jwk = privateKey.export({ format: 'jwk' }) as JWK
  return { ...jwk, use: 'sig', alg: 'RS256', kid: await calculateJwkThumbprint(jwk) }
}

function rowOf(
  { clock, key }: SigningKeyMaterials,
  deployment: string,
  jwk: JWK & { readonly kid: string },
  signsFrom: Date,
): SigningKey {
  return {
    deployment,
    kid: jwk.kid,
    sealed: seal(jwk, key.signing),
    created_at: clock.now(),
    signs_from: signsFrom,
  }
}
