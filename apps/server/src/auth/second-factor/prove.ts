import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { listWaysIn } from '../../database/federation/connectionStatements.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import type { Player } from '../../database/accounts/players.ts'
import { noteVerifiedFactor, type VerifiedFactor } from '../../database/auth/sessionStatements.ts'
import { afterCommit } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { recordAct } from '../security-acts/recordAct.ts'
import { stopRecoveryCase } from '../security-acts/stopRecovery.ts'
import { askForPasskey, type LateRefusal } from '../passkeys/verifyPasskey.ts'
import { type AuthContext, handler } from '../authServices.ts'
import { multiFactorMethods } from '../session/livingSession.ts'
import { findCallerWithoutPartner, withLockedCaller } from '../session/lockCaller.ts'
import { secondFactorsOf } from '../session/requiredSecondStep.ts'
import {
  isFirstFactor,
  owesServiceProof,
  reauthenticationOptions,
} from '../password/requireRecentAuth.ts'
import { requirePassword } from '../password/verifyPassword.ts'
import { requireOffered } from './changeFactors.ts'
import { checkFactor, type FactorGiven } from './checkFactor.ts'
import { noteCode } from './secondStep.ts'

type Context = AuthContext<'prove'>

/**
 * Answers the ways in which the caller re-authenticates before a sensitive act, none where the last
 * authentication is recent; and those that make the session stronger, for a client that asks for
 * it.
 */
export const proofOptions = handler('proofOptions', async (context) => {
  const { deployment, services, caller } = context
  requireOffered(context)
  const Ways = reauthenticationOptions(context).map((way) => [...way])
  const Stronger = strongerThan(caller).map((factor) => [factor])
  const hasPasskey = (caller.factors & factorBits.passkey) !== 0
  const question = { ...passkeyAsked(context), playerId: caller.player_id }
  const Options = hasPasskey ? await askForPasskey(context, question) : null
  const proving = owesServiceProof(context)
    ? await listWaysIn(services.database.kysely, deployment.name, caller.player_id)
    : []
  const Services = identityProviderNames.filter(
    (name) =>
      offersSignInWith(deployment, name) &&
      proving.some(({ canonical_name }) => canonical_name === name),
  )
  return { Ways, Stronger, Services, Options }
})

/** A verified passkey is the most; a second factor is more than a password. */
function strongerThan({ partner, methods, factors }: Context['caller']): readonly SecondFactor[] {
  if (partner !== null || methods.includes('pk')) return []
  const hasSecond = methods.some((method) => multiFactorMethods.has(method))
  return secondFactorsOf(factors).filter((factor) => factor === 'passkey' || !hasSecond)
}

/** The answer of a passkey counts in this session alone. */
function passkeyAsked({ caller }: Pick<Context, 'caller'>) {
  return { purpose: 'step-up', subject: caller.family } as const
}

/**
 * Verifies one factor of the caller again, or both at once by a passkey, for the next 15 minutes of
 * this session. Tries count together with those of log-ins. Refuses players of a partner.
 */
export const prove = handler('prove', async (context) => {
  requireOffered(context)
  const player = await findCallerWithoutPartner(context)
  const { Way, ...given } = context.input.body
  if (Way === 'password') return provePassword(context, player)
  return proveFactor(context, player, { Way, ...given })
})

async function provePassword(context: Context, player: Player) {
  const { input, refuse } = context
  const { Password } = input.body
  if (Password === '') throw refuse('ERROR_PASSWORD_EMPTY')
  await requirePassword(context, player, Password)
  return keep(context, { method: 'pwd', isFirst: true, isSecond: false })
}

async function proveFactor(context: Context, player: Player, given: FactorGiven) {
  const checked = await checkFactor(context, player, given, passkeyAsked(context))
  if (checked.outcome !== 'right') throw checked.refusal
  const verified = {
    method: checked.method,
    isFirst: given.Way === 'passkey' || isFirstFactor(player),
    isSecond: true,
  }
  return keep(context, verified, async (transaction, locked) => {
    const refusal = await checked.spend(transaction)
    if (refusal !== null) return refusal
    await noteCode(context, transaction, locked, checked)
    // Who shows a second factor has not lost them all.
    await stopRecoveryCase(context, transaction, locked, { family: context.caller.family })
    await afterCommit(transaction, context.services.log, checked.forgive)
    return null
  })
}

/** Records a verified factor in the caller's session once it is consumed, or refuses. */
async function keep(
  context: Context,
  verified: VerifiedFactor,
  spend?: (transaction: Executor, player: Player) => Promise<LateRefusal | null>,
) {
  const { deployment, services, caller } = context
  const at = services.clock.now()
  const refusal = await withLockedCaller(context, async (transaction, player) => {
    const unspent = await spend?.(transaction, player)
    if (unspent) return unspent
    await noteVerifiedFactor(transaction, deployment.name, caller, verified, at)
    const act = { act: 'proven', shown: { Methods: [verified.method] } } as const
    await recordAct(context, transaction, player, { ...act, family: caller.family })
    return null
  })
  if (refusal !== null) throw await refusal()
  const second = verified.isSecond ? at : caller.second_at
  return {
    First: (verified.isFirst ? at : caller.authenticated_at).toISOString(),
    Second: second?.toISOString() ?? null,
  }
}
