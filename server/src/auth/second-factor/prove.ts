import type { SecondFactor } from '@gatehouse/contract/errorItems'
import { findById, type Player } from '../../database/accounts/players.ts'
import { markProven, type Reproof } from '../../database/auth/sessions.ts'
import { afterCommit, inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import type { ApiError } from '../../platform/apiError.ts'
import { recordAct } from '../acts/recordAct.ts'
import { askForPasskey } from '../passkeys/verifyPasskey.ts'
import { type AuthContext, handler } from '../handler.ts'
import { multiFactorMethods, secondFactorsOf } from '../session/requiredSecondStep.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { reauthenticationOptions } from '../password/requireRecentAuth.ts'
import { verifyPassword } from '../password/verifyPassword.ts'
import { requireOffered } from './changeFactors.ts'
import { checkFactor, type FactorGiven } from './checkFactor.ts'
import { noteCode } from './secondStep.ts'

type Context = AuthContext<'prove'>

/**
 * What the caller has to prove before a sensitive act, nothing where the last proof is fresh; and what
 * makes the session stronger, for a client that asks for it.
 */
export const proofOptions = handler('proofOptions', async (context) => {
  const { caller } = context
  requireOffered(context)
  const Ways = reauthenticationOptions(context).map((way) => [...way])
  const Stronger = strongerThan(caller).map((factor) => [factor])
  const hasPasskey = (caller.factors & factorBits.passkey) !== 0
  const question = { ...passkeyAsked(context), playerId: caller.player_id }
  return { Ways, Stronger, Options: hasPasskey ? await askForPasskey(context, question) : null }
})

/** A verified passkey is the most; a second factor is more than a password. */
function strongerThan({ partner, methods, factors }: Context['caller']): readonly SecondFactor[] {
  if (partner !== null || methods.includes('pk')) return []
  const hasSecond = methods.some((method) => multiFactorMethods.has(method))
  return secondFactorsOf(factors).filter((factor) => factor === 'passkey' || !hasSecond)
}

/** A passkey proves this session alone. */
function passkeyAsked({ caller }: Pick<Context, 'caller'>) {
  return { purpose: 'step-up', subject: caller.family } as const
}

/**
 * Proves one factor of the caller again, or both at once by a passkey, for the next 15 minutes of this
 * session. Tries count together with those of log-ins. Refuses players whom a partner proves.
 */
export const prove = handler('prove', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  requireOffered(context)
  const player = await findById(services.database.kysely, deployment.name, caller.player_id)
  if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
  const { Way, Code, Credential } = input.body
  if (Way === 'password') return provePassword(context, player)
  const given =
    Way === 'passkey' ? { Way, Credential, asked: passkeyAsked(context) } : { Way, Code }
  return proveFactor(context, player, given)
})

async function provePassword(context: Context, player: Player) {
  const { input, refuse } = context
  const { Password } = input.body
  if (Password === '') throw refuse('ERROR_PASSWORD_EMPTY')
  const verified = await verifyPassword(context, player, Password)
  if (verified.outcome === 'locked') throw verified.refusal
  if (verified.outcome === 'wrong') {
    throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT', { property: 'Password' })
  }
  return keep(context, { method: 'pwd', isFirst: true, isSecond: false })
}

async function proveFactor(context: Context, player: Player, given: FactorGiven) {
  const { refuse } = context
  const checked = await checkFactor(context, player, given)
  if (checked.outcome === 'shut') throw checked.refusal
  if (checked.outcome === 'wrong') throw refuse(checked.code)
  const proof = { method: checked.method, isFirst: given.Way === 'passkey', isSecond: true }
  return keep(context, proof, async (transaction, locked) => {
    const refusal = await checked.spend(transaction)
    if (refusal !== null) return refusal
    await noteCode(context, transaction, locked, checked)
    await afterCommit(transaction, context.services.log, checked.forgive)
    return null
  })
}

/** Keeps a proof in the caller's session, with what spends it; what could not be spent is refused. */
async function keep(
  context: Context,
  proof: Reproof,
  spend: (
    transaction: Executor,
    player: Player,
  ) => Promise<(() => Promise<ApiError>) | null> = () => Promise.resolve(null),
) {
  const { deployment, services, caller, refuse } = context
  const at = services.clock.now()
  const refusal = await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) throw refuse('ERROR_NOT_ALLOWED')
    const spent = await spend(transaction, player)
    if (spent !== null) return spent
    await markProven(transaction, deployment.name, caller, proof, at)
    const act = { act: 'proven', shown: { Methods: [proof.method] } } as const
    await recordAct(context, transaction, player, { ...act, family: caller.family })
    return null
  })
  if (refusal !== null) throw await refusal()
  const second = proof.isSecond ? at : caller.second_at
  return {
    First: (proof.isFirst ? at : caller.authenticated_at).toISOString(),
    Second: second?.toISOString() ?? null,
  }
}
