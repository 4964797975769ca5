import { findById } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import {
  countPasskeyUse,
  findPasskey,
  listPasskeysOf,
  ownerOfPasskey,
  type PasskeyFound,
  spendChallenge,
  userHandleOf,
} from '../../database/auth/passkeys.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import { hashOf, isSame } from '../../platform/crypto/secrets.ts'
import { mailWithinLimit } from '../acts/securityMails.ts'
import type { AuthContext } from '../handler.ts'
import type { PasskeyPurpose } from './challenges.ts'
import { requestOptions } from './passkeyOptions.ts'
import {
  AnswerRefusedError,
  type Assertion,
  challengeOf,
  type SignedCredential,
  verifyAssertion,
} from './readAnswer.ts'

/** What every check of a passkey takes. */
export type PasskeyContext = Pick<
  AuthContext<never>,
  'deployment' | 'services' | 'clientContext' | 'report'
>

/** What was asked, and of whom. */
export interface PasskeyQuestion {
  readonly purpose: Exclude<PasskeyPurpose, 'add'>
  /** The family of the session for a step-up, the handle for a second step, '' for a log-in. */
  readonly subject: string
  /** Null for a log-in: the passkey says who it is. */
  readonly playerId: number | null
}

/** A passkey that has signed what was asked. It proves its player once it is spent. */
export interface PasskeyProof extends Assertion {
  readonly passkey: PasskeyFound
  readonly userHandle: Buffer
  readonly challengeHash: Buffer
}

/** `spent`: the challenge has served before; `copied`: the passkey counted backwards, or is removed. */
export type Spending = 'spent-now' | 'spent' | 'copied'

/**
 * The question for the passkeys of a player, for `navigator.credentials.get`; null where the player
 * has none. It costs no write.
 */
export async function askForPasskey(
  context: PasskeyContext,
  { playerId, ...asked }: PasskeyQuestion & { readonly playerId: number },
): Promise<ReturnType<typeof requestOptions> | null> {
  const { deployment, services } = context
  const passkeys = await listPasskeysOf(services.database.kysely, deployment.name, playerId)
  return passkeys.length === 0 ? null : requestOptions(context, asked, passkeys)
}

/**
 * Verifies what a passkey answered, and writes nothing: the proof still has to be spent, in the
 * transaction of what it is for. Throws the refusal: ERROR_PASSKEY_REFUSED, ERROR_PASSKEY_UNKNOWN
 * for a log-in with one that nobody has here, ERROR_TOO_MANY_ATTEMPTS for an address that sends too
 * many. Asks for the player's verification, except of a second step: `isUserVerified` says so there.
 */
export async function checkPasskey(
  context: PasskeyContext,
  question: PasskeyQuestion,
  credential: SignedCredential,
): Promise<PasskeyProof> {
  const { deployment, services, report } = context
  const now = services.clock.now()
  let owner = question.playerId
  try {
    const about = { deployment, key: services.key, now }
    const challenge = challengeOf(about, question, credential)
    const { kysely } = services.database
    const id = Buffer.from(credential.id, 'base64url')
    owner ??= (await ownerOfPasskey(kysely, deployment.name, id)) ?? null
    const passkey =
      owner === null ? undefined : await findPasskey(kysely, deployment.name, owner, id)
    if (passkey === undefined || owner === null) {
      if (question.playerId === null) throw await unknownPasskey(context, id)
      throw new AnswerRefusedError('unknown')
    }
    const userHandle = await userHandleOf(kysely, deployment.name, owner)
    const shown = credential.response.userHandle ?? null
    // Where anybody may answer, the passkey must say whose it is.
    const isOwners =
      userHandle !== null &&
      (shown === null || shown === ''
        ? question.playerId !== null
        : isSame(shown, userHandle.toString('base64url')))
    if (!isOwners) throw new AnswerRefusedError('player')
    const needsUser = question.purpose !== 'second-step'
    const assertion = await verifyAssertion(about, credential, passkey, { challenge, needsUser })
    return { ...assertion, passkey, userHandle, challengeHash: hashOf(challenge) }
  } catch (error) {
    if (!(error instanceof AnswerRefusedError)) throw error
    report('passkey.refused', owner, { reason: error.message })
    throw await counted(context, refuse('ERROR_PASSKEY_REFUSED'))
  }
}

/**
 * Uses a proof up in a transaction. Only `spent-now` proves anything; the caller commits in any case,
 * so that the challenge stays spent, and then throws `refusalOf` for the other two.
 */
export async function spendPasskey(
  { deployment, services }: PasskeyContext,
  transaction: Executor,
  { passkey, challengeHash, counter, isBackedUp }: PasskeyProof,
): Promise<Spending> {
  const { name } = deployment
  const now = services.clock.now()
  if (!(await spendChallenge(transaction, name, challengeHash, now))) return 'spent'
  const use = { counter, isBackedUp }
  const isCounted = await countPasskeyUse(transaction, name, passkey, use, now)
  return isCounted ? 'spent-now' : 'copied'
}

/** Refuses a proof that could not be spent; the player of a copied passkey gets a mail. */
export async function refusalOf(
  context: PasskeyContext,
  { passkey }: PasskeyProof,
  spending: Exclude<Spending, 'spent-now'>,
): Promise<ApiError> {
  const { deployment, services, report } = context
  if (spending === 'spent') {
    report('passkey.refused', passkey.player_id, { reason: 'spent' })
    return counted(context, refuse('ERROR_PASSKEY_REFUSED'))
  }
  report('passkey.counter_regressed', passkey.player_id)
  const player = await findById(services.database.kysely, deployment.name, passkey.player_id)
  const mail = { name: 'passkeySuspect', factor: passkey.name } as const
  if (player) await mailWithinLimit(context, player, mail)
  return counted(context, refuse('ERROR_PASSKEY_REFUSED'))
}

/** Counts a refusal; beyond the limit of the address it says that alone. */
async function counted(
  { deployment, services, clientContext }: PasskeyContext,
  refusal: ApiError,
): Promise<ApiError> {
  const admission = await services.rateLimiter.consume(
    deployment,
    'refusedPasskeys',
    clientContext.address,
  )
  return admission.isAdmitted ? refusal : refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}

/** A sister deployment may know it: devices forget a passkey only where nobody does. */
async function unknownPasskey(context: PasskeyContext, credentialId: Buffer): Promise<ApiError> {
  const { deployment, services } = context
  const { kysely } = services.database
  const sisters = services.deployments.all.filter(
    ({ name, rpId }) => rpId === deployment.rpId && name !== deployment.name,
  )
  let forget = true
  for (const { name } of sisters) {
    // oxlint-disable-next-line no-await-in-loop -- few deployments share a domain
    if ((await ownerOfPasskey(kysely, name, credentialId)) !== undefined) forget = false
  }
  return counted(context, refuse('ERROR_PASSKEY_UNKNOWN', { forget }))
}
