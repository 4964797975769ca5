import { bounds } from '@gatehouse/contract/limits'
import type { PasskeyFound } from '../../database/auth/passkeys.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { type ChallengeScope, newChallenge } from './challenges.ts'

/** EdDSA, ES256, RS256 by their COSE numbers, the best first. */
export const algorithms = [-8, -7, -257]

/** Milliseconds that a browser waits for the player. */
const timeout = 5 * 60 * 1000

interface Context {
  readonly deployment: Deployment
  readonly services: { readonly clock: Clock; readonly key: ServerKey }
}

type ChallengeSubject = Pick<ChallengeScope, 'purpose' | 'subject'>

type Known = Pick<PasskeyFound, 'credential_id' | 'transports'>

/**
 * What `navigator.credentials.get` takes. Without `known` any passkey of the domain may answer, and
 * nothing is said of anybody; with it, only these.
 */
export function requestOptions(
  context: Context,
  asked: ChallengeSubject,
  known: readonly Known[] = [],
) {
  return {
    challenge: challengeFor(context, asked),
    rpId: context.deployment.rpId,
    timeout,
    // A password came before it: an authenticator without a lock is a second factor still.
    userVerification: asked.purpose === 'second-step' ? 'preferred' : 'required',
    allowCredentials: known.map(descriptorOf),
  }
}

/** What `navigator.credentials.create` takes for one more passkey of a player. */
export function creationOptions(
  context: Context,
  subject: string,
  user: { readonly handle: Buffer; readonly name: string },
  known: readonly Known[],
) {
  const { rpId, configuration } = context.deployment
  const { name } = user
  return {
    challenge: challengeFor(context, { purpose: 'add', subject }),
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

function challengeFor({ deployment, services }: Context, asked: ChallengeSubject): string {
  const { key, clock } = services
  return newChallenge(key.passkeys, { ...asked, deployment: deployment.name }, clock.now())
}

function descriptorOf({ credential_id, transports }: Known) {
  return { type: 'public-key', id: Buffer.from(credential_id).toString('base64url'), transports }
}
