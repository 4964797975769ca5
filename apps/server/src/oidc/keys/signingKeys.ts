import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { SigningAlgorithm } from '../../deployments/client.ts'
import { after, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import {
  forgetRetiredKeys,
  keepRetiredKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningKey,
} from '../../database/oidc/signingKeyStatements.ts'
import { changeRows, deleteRows, type Executor, insertRow } from '../../database/schema/executor.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'

const day = 86_400

/** Seconds. */
export const signingKeyTimes = {
  /** From its publication until a key signs: every cache that lasts a day has it by then. */
  ahead: day,
  /** From a key's last signature until its removal: its signatures expire much sooner. */
  behind: day,
  /** The time that a key signs before the next one is published. */
  use: 90 * day,
  /**
   * From a key's removal until its public half goes too: as long as a browser keeps a cookie, and
   * so longer than any client knows a visitor with an ID token of that key.
   */
  retired: 400 * day,
}

interface SigningKeyMaterials {
  readonly database: Database
  readonly clock: Clock
  readonly key: ServerKey
  readonly makeKey: KeyMaker
}

export type KeyMaker = (alg: SigningAlgorithm) => Promise<KeyObject>

/**
 * The published private keys of a deployment; the first one of each algorithm signs. Makes a key
 * for an algorithm without one. One that is no longer in use stays published until its keys are
 * replaced.
 */
export async function signingKeysOf(
  materials: SigningKeyMaterials,
  deployment: string,
  algorithms: readonly SigningAlgorithm[] = ['RS256'],
): Promise<readonly JWK[]> {
  const { database, clock, key } = materials
  const known = await listSigningKeys(database.kysely, deployment)
  const missing = algorithms.filter((alg) => known.every((one) => one.alg !== alg))
  const keys = missing.length > 0 ? await makeFirst(materials, deployment, missing) : known
  const inOrder = [...byAlgorithm(keys).values()].flatMap((ofOne) => {
    const { signing, published } = sorted(ofOne, clock.now())
    return [signing, ...published.filter(({ kid }) => kid !== signing.kid)]
  })
  return inOrder.map(({ sealed }) => unseal(sealed, key.signing) as JWK)
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
  /** Which algorithms get a new key; all by default. */
  readonly of?: (alg: SigningAlgorithm) => boolean
  /** Runs in the same transaction. */
  readonly alongside?: (transaction: Executor) => Promise<void>
}

/**
 * Publishes a new key for each algorithm, which signs in a day. With `atOnce`, for a key that may
 * be stolen, it signs now and all others are removed, so that their signatures become invalid.
 */
export async function rotateSigningKeys(
  materials: SigningKeyMaterials,
  deployment: string,
  { atOnce = false, of = () => true, alongside }: Rotation = {},
): Promise<void> {
  const { database, clock, makeKey } = materials
  const before = await listSigningKeys(database.kysely, deployment)
  const inUse = new Set(before.map(({ alg }) => alg as SigningAlgorithm))
  const wanted = [...inUse.add('RS256')].filter((alg) => of(alg))
  const fresh = await Promise.all(wanted.map((alg) => newKey(makeKey, alg)))
  await inTransaction(database.kysely, async (transaction) => {
    await lockSigningKeys(transaction, deployment)
    const now = clock.now()
    const known = await listSigningKeys(transaction, deployment)
    if (atOnce) await retire(transaction, materials, known)
    for (const jwk of fresh) {
      const isAlone = atOnce || known.every(({ alg }) => alg !== jwk.alg)
      const signsFrom = isAlone ? now : after(now, signingKeyTimes.ahead)
      await insertRow(transaction, 'signing_keys', rowOf(materials, deployment, jwk, signsFrom))
    }
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
  // A deployment without clients needs no keys.
  if (keys.length === 0) return
  const now = clock.now()
  for (const { kid, sealed } of keys) {
    // While the server's key changes, values under the old one are sealed again.
    const jwk = key.signing.length > 1 ? unseal(sealed, key.signing) : null
    if (!jwk) continue
    const again = { sealed: seal(jwk, key.signing) }
    await changeRows(database.kysely, 'signing_keys', { deployment, kid }, again)
  }
  const sets = byAlgorithm(keys)
  const over = [...sets.values()].flatMap((ofOne) => {
    const { published } = sorted(ofOne, now)
    return ofOne.filter((one) => !published.includes(one))
  })
  await inTransaction(database.kysely, (transaction) => retire(transaction, materials, over))
  await forgetRetiredKeys(database.kysely, deployment, after(now, -signingKeyTimes.retired))
  const old = [...sets.values()].flatMap((ofOne) => {
    const newest = ofOne.at(-1)
    return newest && now > after(newest.signs_from, signingKeyTimes.use) ? [newest.alg] : []
  })
  if (old.length > 0)
    await rotateSigningKeys(materials, deployment, { of: (alg) => old.includes(alg) })
}

/**
 * Removes keys, and keeps their public halves. One that no key of the server opens leaves nothing.
 */
async function retire(
  transaction: Executor,
  { clock, key }: SigningKeyMaterials,
  keys: readonly SigningKey[],
): Promise<void> {
  for (const { deployment, kid, sealed } of keys) {
    const opened = openedHalf(sealed, key)
    if (opened !== null) {
      const retired_at = clock.now()
      await keepRetiredKey(transaction, { deployment, kid, public_key: opened, retired_at })
    }
    await deleteRows(transaction, 'signing_keys', { deployment, kid })
  }
}

function openedHalf(sealed: string, { signing }: ServerKey): JWK | null {
  try {
    return publicHalf(unseal(sealed, signing) as JWK)
  } catch {
    return null
  }
}

/** Two servers that need a first key at once end up with the same one. */
async function makeFirst(
  materials: SigningKeyMaterials,
  deployment: string,
  missing: readonly SigningAlgorithm[],
) {
  const fresh = await Promise.all(missing.map((alg) => newKey(materials.makeKey, alg)))
  return inTransaction(materials.database.kysely, async (transaction) => {
    await lockSigningKeys(transaction, deployment)
    const known = await listSigningKeys(transaction, deployment)
    const rows = fresh
      .filter((jwk) => known.every(({ alg }) => alg !== jwk.alg))
      .map((jwk) => rowOf(materials, deployment, jwk, materials.clock.now()))
    for (const row of rows) await insertRow(transaction, 'signing_keys', row)
    return [...known, ...rows]
  })
}

function byAlgorithm(keys: readonly SigningKey[]): ReadonlyMap<string, readonly SigningKey[]> {
  const sets = new Map<string, readonly SigningKey[]>()
  for (const key of keys) sets.set(key.alg, [...(sets.get(key.alg) ?? []), key])
  return sets
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

type NewKey = JWK & { readonly kid: string; readonly alg: SigningAlgorithm }

const generators = {
  RS256: () => promisify(generateKeyPair)('rsa', { modulusLength: 3072 }),
  ES256: () => promisify(generateKeyPair)('ec', { namedCurve: 'P-256' }),
  EdDSA: () => promisify(generateKeyPair)('ed25519'),
} as const satisfies Record<SigningAlgorithm, () => Promise<{ readonly privateKey: KeyObject }>>

/** Generates a key of 128 bits of strength. Every client library supports RS256. */
export const generateSigningKey: KeyMaker = async (alg) => {
  const { privateKey } = await generators[alg]()
  return privateKey
}

async function newKey(makeKey: KeyMaker, alg: SigningAlgorithm): Promise<NewKey> {
  const jwk = (await makeKey(alg)).export({ format: 'jwk' }) as JWK
  return { ...jwk, use: 'sig', alg, kid: await calculateJwkThumbprint(jwk) }
}

function rowOf(
  { clock, key }: SigningKeyMaterials,
  deployment: string,
  jwk: NewKey,
  signsFrom: Date,
): SigningKey {
  return {
    deployment,
    kid: jwk.kid,
    alg: jwk.alg,
    sealed: seal(jwk, key.signing),
    created_at: clock.now(),
    signs_from: signsFrom,
  }
}

/** Of a key in the form of RFC 7517, of any of our algorithms. */
const publicParts = ['kty', 'n', 'e', 'crv', 'x', 'y', 'kid', 'alg', 'use'] as const

export function publicHalf(jwk: JWK): JWK {
  const parts = publicParts.filter((name) => jwk[name] !== undefined)
  return Object.fromEntries(parts.map((name) => [name, jwk[name]]))
}
