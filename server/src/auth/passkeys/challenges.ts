import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/*
 * A challenge says itself what it is for: random bytes, the moment of its end, and a tag over both
 * under the server's key. Nothing is written until it is answered.
 */

/** What a passkey is asked for; no answer to one serves another. */
export type PasskeyPurpose = 'log-in' | 'add' | 'step-up' | 'second-step' | 'safety'

/** For whom a challenge is: `subject` is a session, the handle of a log-in, a link, or '' for
 * anybody. */
export interface ChallengeScope {
  readonly purpose: PasskeyPurpose
  readonly deployment: string
  readonly subject: string
}

const randomLength = 16
const endLength = 6
const headLength = randomLength + endLength

/** A challenge in base64url, for ten minutes. */
export function newChallenge([key]: Keys, scope: ChallengeScope, now: Date): string {
  const end = Buffer.alloc(endLength)
  end.writeUIntBE(after(now, lifetimes.passkeyChallenge).getTime(), 0, endLength)
  const head = Buffer.concat([randomBytes(randomLength), end])
  return Buffer.concat([head, Buffer.from(tagOf(key, scope, head), 'base64url')]).toString(
    'base64url',
  )
}

/** Whether a challenge is one of ours, for this scope, and not over. */
export function isChallengeFor(
  keys: Keys,
  scope: ChallengeScope,
  challenge: string,
  now: Date,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  // One spelling alone, so that a spent challenge has no twin.
  if (bytes.length !== headLength + 32 || bytes.toString('base64url') !== challenge) return false
  const head = bytes.subarray(0, headLength)
  const tag = bytes.subarray(headLength).toString('base64url')
  if (!keys.some((key) => isSame(tag, tagOf(key, scope, head)))) return false
  return head.readUIntBE(randomLength, endLength) > now.getTime()
}

function tagOf(key: Buffer, { purpose, deployment, subject }: ChallengeScope, head: Buffer) {
  return derived(key, purpose, JSON.stringify([deployment, subject, head.toString('base64url')]))
}
