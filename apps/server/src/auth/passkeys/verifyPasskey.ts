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
import type { Deployment } from '../../deployments/deployments.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import { hashOf, isSame } from '../../platform/crypto/secrets.ts'
import { mailWithinLimit } from '../security-acts/securityMails.ts'
import type { Factors } from '../security-acts/past.ts'
import type { AuthCall } from '../authServices.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { type PasskeyPurpose, requestOptions } from './passkeyOptions.ts'
import {
  AnswerRefusedError,
  type Assertion,
  challengeOf,
  type SignedCredential,
  verifyAssertion,
} from './readPasskeyAnswer.ts'

type Context = Pick<AuthCall, 'deployment' | 'services' | 'clientContext' | 'report'>

export interface PasskeyQuestion {
  readonly purpose: Exclude<PasskeyPurpose, 'add'>
  /** The family of the session for a step-up, the handle for a second step, '' for a log-in. */
  readonly subject: string
  /** Null for a log-in: the passkey names its player. */
  readonly playerId: number | null
  /** The factors that may answer, removed ones too; left out for those that the player has. */
  readonly among?: Factors | undefined
}

/** A passkey that has signed the challenge. It authenticates its player once it is consumed. */
interface VerifiedPasskey extends Assertion {
  readonly passkey: PasskeyFound
  readonly userHandle: Buffer
  readonly challengeHash: Buffer
  readonly isLiving: boolean
}

/**
 * Makes the refusal of a factor that could not be consumed, after the commit of its transaction.
 */
export type LateRefusal = () => Promise<ApiError>

/** The question for the passkeys of a player; null where the player has none. It costs no write. */
export async function askForPasskey(
  context: Context,
  { playerId, among, ...asked }: PasskeyQuestion & { readonly playerId: number },
): Promise<ReturnType<typeof requestOptions> | null> {
  const { deployment, services } = context
  const { kysely } = services.database
  const passkeys = await listPasskeysOf(kysely, deployment.name, playerId, among?.passkeys)
  return passkeys.length === 0 ? null : requestOptions(context, asked, passkeys)
}

/**
 * Verifies the answer of a passkey, and writes nothing: the transaction of the act still has to
 * consume it. Throws the refusal: ERROR_PASSKEY_REFUSED, ERROR_PASSKEY_UNKNOWN for a log-in with
 * one that no player has here, ERROR_TOO_MANY_ATTEMPTS for an address that sends too many. Asks for
 * the player's verification, except of a second step.
 */
export async function checkPasskey(
  context: Context,
  question: PasskeyQuestion,
  credential: SignedCredential,
): Promise<VerifiedPasskey> {
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
      owner === null ? undefined : await findAmong(kysely, { deployment, owner, id }, question)
    if (passkey === undefined || owner === null) {
      if (question.playerId === null) throw await unknownPasskey(context, id)
      throw new AnswerRefusedError('unknown')
    }
    const userHandle = await userHandleOf(kysely, deployment.name, owner)
    const shown = credential.response.userHandle ?? null
    // Where any player may answer, the passkey must name its player.
    const isOwners =
      userHandle !== null &&
      (shown === null || shown === ''
        ? question.playerId !== null
        : isSame(shown, userHandle.toString('base64url')))
    if (!isOwners) throw new AnswerRefusedError('player')
    const needsUser = question.purpose !== 'second-step'
    const assertion = await verifyAssertion(about, credential, passkey, { challenge, needsUser })
    const isLiving = question.among === undefined
    return { ...assertion, passkey, userHandle, isLiving, challengeHash: hashOf(challenge) }
  } catch (error) {
    if (!(error instanceof AnswerRefusedError)) throw error
    report('passkey.refused', owner, { reason: error.message })
    throw await counted(context, 'ERROR_PASSKEY_REFUSED')
  }
}

interface Sought {
  readonly deployment: Deployment
  readonly owner: number
  readonly id: Buffer
}

/** The passkey of a player by its credential, among those that may answer. */
async function findAmong(
  executor: Executor,
  { deployment, owner, id }: Sought,
  { among }: PasskeyQuestion,
): Promise<PasskeyFound | undefined> {
  if (!among) return findPasskey(executor, deployment.name, owner, id)
  const passkeys = await listPasskeysOf(executor, deployment.name, owner, among.passkeys)
  return passkeys.find(({ credential_id }) => id.equals(credential_id))
}

/**
 * Consumes a verified passkey in a transaction. Null, or the refusal of one with a used challenge
 * or a counter that went backwards, as a copy has: the caller commits in any case, so that the
 * challenge stays consumed, and then throws it.
 */
export async function spendPasskey(
  context: Context,
  transaction: Executor,
  { passkey, challengeHash, ...use }: VerifiedPasskey,
): Promise<LateRefusal | null> {
  const { deployment, services, report } = context
  const now = services.clock.now()
  if (!(await spendChallenge(transaction, deployment.name, challengeHash, now))) {
    return () => {
      report('passkey.refused', passkey.player_id, { reason: 'spent' })
      return counted(context, 'ERROR_PASSKEY_REFUSED')
    }
  }
  const isCounted = await countPasskeyUse(transaction, deployment.name, passkey, use, now)
  return isCounted ? null : () => suspect(context, passkey)
}

/** Mails the player of a passkey that was copied, or is removed. */
async function suspect(context: Context, passkey: PasskeyFound): Promise<ApiError> {
  const { deployment, services, report } = context
  report('passkey.counter_regressed', passkey.player_id)
  const player = await findById(services.database.kysely, deployment.name, passkey.player_id)
  const mail = { name: 'passkeySuspect', factor: passkey.name } as const
  if (player) await mailWithinLimit(context, player, mail)
  return counted(context, 'ERROR_PASSKEY_REFUSED')
}

/** Counts a refusal; beyond the limit of the address it throws that alone. */
async function counted(
  context: Context,
  code: 'ERROR_PASSKEY_REFUSED' | 'ERROR_PASSKEY_UNKNOWN',
  place: { readonly forget?: boolean } = {},
): Promise<ApiError> {
  await consumeOrRefuse({ ...context, refuse }, 'refusedPasskeys', context.clientContext.address)
  return refuse(code, place)
}

/** A sister deployment may know it: devices forget a passkey only where no deployment does. */
async function unknownPasskey(context: Context, credentialId: Buffer): Promise<ApiError> {
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
  return counted(context, 'ERROR_PASSKEY_UNKNOWN', { forget })
}
