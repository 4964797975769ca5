import type { SecondFactor } from '@gatehouse/contract/errorItems'
import type { Player } from '../../database/accounts/players.ts'
import { factorBits, type SafetyLinkKind } from '../../database/schema/values.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { checkFactor } from '../second-factor/checkFactor.ts'
import { noteCode } from '../second-factor/secondStep.ts'
import type { SignedCredential } from '../passkeys/readAnswer.ts'
import { askForPasskey, type PasskeyContext } from '../passkeys/verifyPasskey.ts'
import { secondFactorsOf } from '../session/requiredSecondStep.ts'

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
export function askForSafety(context: Context, link: SecretLookup, { id }: Player) {
  return askForPasskey(context, questionOf(link, id))
}

/**
 * Checks a second factor, and spends nothing. Tries count as they do at log-ins. Throws the refusal of a
 * wrong one.
 */
export async function checkForSafety(
  context: Context,
  link: SecretLookup,
  player: Player,
  { Way, Code, Credential }: FactorShown,
): Promise<SafetyProof> {
  const given =
    Way === 'passkey' ? { Way, Credential, asked: questionOf(link, player.id) } : { Way, Code }
  const factor = await checkFactor(context, player, given)
  if (factor.outcome === 'shut') throw factor.refusal
  if (factor.outcome === 'wrong') throw refuse(factor.code)
  return {
    async spend(transaction, locked) {
      const refusal = await factor.spend(transaction)
      if (refusal === null) await noteCode(context, transaction, locked, factor)
      return refusal
    },
    forgive: factor.forgive,
  }
}

/** A passkey answers for one link alone. */
function questionOf({ hash }: SecretLookup, playerId: number) {
  return { purpose: 'safety', subject: hash.toString('base64url'), playerId } as const
}
