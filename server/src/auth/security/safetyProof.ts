import type { ErrorCode, SecondFactor } from '@gatehouse/contract/errors'
import type { Player } from '../../database/accounts/players.ts'
import type { SafetyLinkKind } from '../../database/connection/securityTables.ts'
import { factorBits } from '../../database/connection/securityTables.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import type { SoughtSecret } from '../../platform/crypto/playerSecret.ts'
import { checkFactor, type RightFactor } from '../factors/checkFactor.ts'
import { noteCode } from '../factors/secondStep.ts'
import { mayMail } from '../factors/securityMail.ts'
import type { SignedCredential } from '../passkeys/readAnswer.ts'
import {
  askForPasskey,
  checkPasskey,
  type PasskeyContext,
  refusalOf,
  spendPasskey,
} from '../passkeys/verifyPasskey.ts'
import { secondFactorsOf } from '../session/secondStep.ts'

/*
 * The second factor of whoever opens a frozen account. Its mailbox and its password are what a thief has
 * first, so that they open nothing by themselves where the player asked for more.
 */

type Context = PasskeyContext

/** A second factor that is right, for one act. */
export interface SafetyProof {
  /**
   * Spends the factor in the transaction of the act. Null, or, where it is worth nothing by now, what
   * makes the refusal: commit in any case, and throw it then.
   */
  readonly spend: (
    transaction: Executor,
    player: Player,
  ) => Promise<(() => Promise<ApiError>) | null>
  /** Forgives the tries before. Never call it in a transaction. */
  readonly forgive: () => Promise<void>
}

export interface FactorShown {
  readonly Way: SecondFactor
  readonly Code: string
  readonly Credential: SignedCredential | undefined
}

/**
 * The second factors that an act asks one of: opening an account with a second step, or without a
 * password. Nothing changes factors while an account is frozen, so they are those of the freeze.
 */
export function waysAsked(
  kind: SafetyLinkKind,
  { factors }: Pick<Player, 'factors'>,
): readonly SecondFactor[] {
  const isAsked = (factors & (factorBits.twoStep | factorBits.withoutPassword)) !== 0
  return kind === 'unfreeze' && isAsked ? secondFactorsOf(factors) : []
}

/** What a player's passkeys are asked for one link; null without a passkey. */
export function askForSafety(context: Context, link: SoughtSecret, { id }: Player) {
  return askForPasskey(context, questionOf(link, id))
}

/**
 * Checks a second factor, and spends nothing. Tries count as they do at log-ins. Throws the refusal of a
 * wrong one.
 */
export async function checkForSafety(
  context: Context,
  link: SoughtSecret,
  player: Player,
  { Way, Code, Credential }: FactorShown,
): Promise<SafetyProof> {
  if (Way === 'passkey') {
    if (Credential === undefined) throw refuse('ERROR_PASSKEY_REFUSED')
    return checkByPasskey(context, link, player, Credential)
  }
  const checked = await checkFactor(context, player, { Way, Code })
  if (checked.outcome === 'shut') throw checked.refusal
  if (checked.outcome === 'wrong') throw refuse(checked.code)
  return codeProof(context, checked, player)
}

async function codeProof(
  context: Context,
  factor: RightFactor,
  { email }: Player,
): Promise<SafetyProof> {
  const isMailed = factor.setId !== null && (await mayMail(context, email))
  return {
    async spend(transaction, player) {
      const refusal = await factor.spend(transaction)
      if (refusal !== null) return makerOf(refusal)
      await noteCode(context, transaction, player, factor, isMailed)
      return null
    },
    forgive: factor.forgive,
  }
}

function makerOf(refusal: ErrorCode | (() => Promise<ApiError>)): () => Promise<ApiError> {
  return typeof refusal === 'function' ? refusal : () => Promise.resolve(refuse(refusal))
}

async function checkByPasskey(
  context: Context,
  link: SoughtSecret,
  { id }: Player,
  credential: SignedCredential,
): Promise<SafetyProof> {
  const proof = await checkPasskey(context, questionOf(link, id), credential)
  return {
    async spend(transaction) {
      const spending = await spendPasskey(context, transaction, proof)
      return spending === 'spent-now' ? null : () => refusalOf(context, proof, spending)
    },
    forgive: () => Promise.resolve(),
  }
}

/** A passkey answers for one link alone. */
function questionOf({ hash }: SoughtSecret, playerId: number) {
  return { purpose: 'safety', subject: hash.toString('base64url'), playerId } as const
}
