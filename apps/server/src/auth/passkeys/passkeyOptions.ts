import { bounds, lifetimes } from '@gatehouse/contract/limits'
import type { PasskeyFound } from '../../database/auth/passkeys.ts'
import { after } from '../../platform/clock.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'

/** EdDSA, ES256, RS256 by their COSE numbers, the best first. */
export const algorithms = [-8, -7, -257]

/** Milliseconds that a browser waits for the player. */
const timeout = 5 * 60 * 1000

interface Context {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'clock' | 'key'>
}

type ChallengeSubject = Pick<ChallengeScope, 'purpose' | 'subject'>

type Known = Pick<PasskeyFound, 'credential_id' | 'transports'>

/**
 * The options of `navigator.credentials.get`. Without `known` any passkey of the domain may answer,
 * and no player is named; with it, only these.
 */
export function requestOptions(
  context: Context,
  asked: ChallengeSubject,
  known: readonly Known[] = [],
) {
  return {
    challenge: newChallenge(context, asked),
    rpId: context.deployment.rpId,
    timeout,
    // A password came before it: an authenticator without a lock is a second factor still.
    userVerification: asked.purpose === 'second-step' ? 'preferred' : 'required',
    allowCredentials: known.map(descriptorOf),
  }
}

/** The options of `navigator.credentials.create` for one more passkey of a player. */
export function creationOptions(
  context: Context,
  subject: string,
  user: { readonly handle: Buffer; readonly name: string },
  known: readonly Known[],
) {
  const { rpId, configuration } = context.deployment
  const { name } = user
  return {
    challenge: newChallenge(context, { purpose: 'add', subject }),
    rp: { id: rpId, name: configuration.RegisterStudioName.slice(0, bounds.passkeyName.max) },
    user: { id: user.handle.toString('base64url'), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

function descriptorOf({ credential_id, transports }: Known) {
  return { type: 'public-key', id: Buffer.from(credential_id).toString('base64url'), transports }
}

/*
 * A challenge carries its scope: random bytes, the moment of its end, and a tag over both under the
 * server's key. Nothing is written until it is answered.
 */

/** No answer to a challenge of one purpose serves another. */
export type PasskeyPurpose = 'log-in' | 'add' | 'step-up' | 'second-step' | 'safety'

/** `subject` is a session, the handle of a log-in, a link, or '' for any player. */
export interface ChallengeScope {
  readonly purpose: PasskeyPurpose
  readonly deployment: string
  readonly subject: string
}

const randomLength = 16
const endLength = 6
const headLength = randomLength + endLength

/** A challenge in base64url, for ten minutes. */
function newChallenge({ deployment, services }: Context, asked: ChallengeSubject): string {
  const { key, clock } = services
  const end = Buffer.alloc(endLength)
  end.writeUIntBE(after(clock.now(), lifetimes.passkeyChallenge).getTime(), 0, endLength)
  const head = Buffer.concat([randomBytes(randomLength), end])
  const tag = tagOf(key.passkeys[0], { ...asked, deployment: deployment.name }, head)
  return Buffer.concat([head, Buffer.from(tag, 'base64url')]).toString('base64url')
}

/** Returns whether a challenge is ours, for this scope, and has not expired. */
export function isChallengeFor(
  keys: Keys,
  scope: ChallengeScope,
  challenge: string,
  now: Date,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  // Only one spelling, so that a spent challenge cannot be used again in another one.
  if (bytes.length !== headLength + 32 || bytes.toString('base64url') !== challenge) return false
  const head = bytes.subarray(0, headLength)
  const tag = bytes.subarray(headLength).toString('base64url')
  if (!keys.some((key) => isSame(tag, tagOf(key, scope, head)))) return false
  return head.readUIntBE(randomLength, endLength) > now.getTime()
}

function tagOf(key: Buffer, { purpose, deployment, subject }: ChallengeScope, head: Buffer) {
  return derived(key, purpose, JSON.stringify([deployment, subject, head.toString('base64url')]))
}
