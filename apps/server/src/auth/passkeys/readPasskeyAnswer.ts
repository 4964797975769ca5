import type { newCredential, signedCredential } from '@gatehouse/contract/calls/passkeys'
import type * as z from 'zod'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { PasskeyFound } from '../../database/auth/passkeys.ts'
import { isWholeKey } from './isWholeKey.ts'
import { algorithms, type ChallengeScope, isChallengeFor } from './passkeyOptions.ts'

/*
 * Answers of authenticators. The library reads and verifies them; this file checks the rest: the
 * scope of the challenge, frames of others, and whether a passkey may be copied.
 */

export type SignedCredential = z.output<typeof signedCredential>
export type NewCredential = z.output<typeof newCredential>

/** The library takes memory that a server without passkeys does not need. */
const library = () => import('@simplewebauthn/server')

interface Context {
  readonly deployment: Deployment
  readonly key: ServerKey
  readonly now: Date
}

/** An answer is not accepted; the reason is for the log alone. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError'
}

/**
 * The challenge that an answer is to. Throws an AnswerRefusedError unless it is ours, for the
 * scope.
 */
export function challengeOf(
  { deployment, key, now }: Context,
  scope: Omit<ChallengeScope, 'deployment'>,
  { response }: SignedCredential | NewCredential,
): string {
  const { challenge, crossOrigin, topOrigin } = clientDataOf(response.clientDataJSON)
  // Our pages never ask from a frame; the library accepts a bare statement of one.
  if ((crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined) {
    throw new AnswerRefusedError('frame')
  }
  const isOurs =
    typeof challenge === 'string' &&
    isChallengeFor(key.passkeys, { ...scope, deployment: deployment.name }, challenge, now)
  if (!isOurs) throw new AnswerRefusedError('challenge')
  return challenge
}

function clientDataOf(encoded: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (typeof data === 'object' && data !== null) return data as Record<string, unknown>
  } catch {
    // Answered below, like any other.
  }
  throw new AnswerRefusedError('client data')
}

export interface Assertion {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Verifies the signature of a living passkey. Throws an AnswerRefusedError. */
export async function verifyAssertion(
  { deployment }: Pick<Context, 'deployment'>,
  credential: SignedCredential,
  passkey: PasskeyFound,
  { challenge, needsUser }: { readonly challenge: string; readonly needsUser: boolean },
): Promise<Assertion> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...response } = credential.response
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: deployment.origin,
      expectedRPID: deployment.rpId,
      requireUserVerification: needsUser,
      credential: {
        id: Buffer.from(passkey.credential_id).toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        // One conditional update compares it, so that two at one moment cannot both pass.
        counter: 0,
      },
    }),
  )
  if (!verified) throw new AnswerRefusedError('signature')
  const isEligible = authenticationInfo.credentialDeviceType === 'multiDevice'
  if (isEligible !== passkey.is_backup_eligible) throw new AnswerRefusedError('backup')
  return {
    counter: authenticationInfo.newCounter,
    isBackedUp: authenticationInfo.credentialBackedUp,
  }
}

export interface Registration extends Pick<Assertion, 'counter' | 'isBackedUp'> {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly aaguid: string
  readonly isBackupEligible: boolean
}

/** Verifies a new passkey, but not its model: nothing rests on it. Throws an AnswerRefusedError. */
export async function verifyRegistration(
  { deployment }: Pick<Context, 'deployment'>,
  credential: NewCredential,
  challenge: string,
): Promise<Registration> {
  const { verifyRegistrationResponse } = await library()
  const { transports: _, ...response } = credential.response
  const { verified, registrationInfo } = await refusing(
    verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: deployment.origin,
      expectedRPID: deployment.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) throw new AnswerRefusedError('attestation')
  const { credential: made, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
  // The browser must name the credential that was signed.
  if (made.id !== credential.id) throw new AnswerRefusedError('credential')
  if (!(await isWholeKey(made.publicKey))) throw new AnswerRefusedError('key')
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/** Everything that the library throws is an answer that it does not accept. */
async function refusing<T>(verified: Promise<T>): Promise<T> {
  try {
    return await verified
  } catch (cause) {
    throw new AnswerRefusedError('library', { cause })
  }
}
