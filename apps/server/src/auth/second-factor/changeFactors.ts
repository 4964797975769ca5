import type { Player } from '../../database/accounts/players.ts'
import { writeFactors } from '../../database/accounts/credentials.ts'
import {
  findSetOf,
  type HashedCodes,
  replaceSet,
} from '../../database/auth/recoveryCodeStatements.ts'
import { endTrust, revokeTrust } from '../../database/auth/trustedBrowsers.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { refuse } from '../../platform/apiError.ts'
import { factorsBefore } from '../security-acts/past.ts'
import { recordAct, recordMailedAct } from '../security-acts/recordAct.ts'
import type { ActedBy } from '../security-acts/securityActs.ts'
import { mayMail } from '../security-acts/securityMails.ts'
import { handler, type PlayerCall } from '../authServices.ts'
import { type GuardedAct, requireNoHold, requireRecentAuth } from '../password/requireRecentAuth.ts'
import { findCallerWithoutPartner, withLockedCaller } from '../session/lockCaller.ts'
import { refuseLossOfNeeded } from '../enrolment/refuseLossOfNeeded.ts'
import { sealCodes, unsealCodes } from './pendingCodes.ts'
import { newRecoveryCodes } from './recoveryCodes.ts'

const secondFactors = factorBits.app | factorBits.passkey

type FactorAct = ActedBy[
  | 'app-added'
  | 'app-removed'
  | 'codes-made'
  | 'two-step-on'
  | 'two-step-off']

export interface FactorChange<T> {
  readonly answer: T
  /** The player's factors from now on, as `factorBits` reads them. */
  readonly factors: number
  /** They are mailed within the limit, unless they say otherwise. */
  readonly acts: readonly (FactorAct & { readonly isMailed?: false })[]
}

/** The caller's row. Refuses a partner's player or session, and one that has to re-authenticate. */
export async function requireOwner(
  context: PlayerCall,
  act: GuardedAct,
  { withSecond = false } = {},
): Promise<Player> {
  const player = await findCallerWithoutPartner(context)
  if (context.caller.partner !== null) throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, act, { withSecond })
  return player
}

/**
 * The same for an act that ends the restriction of a session: a password alone never does, so that it
 * takes one of the second factors that there are.
 */
function requireOwnerOfFactor(context: PlayerCall, act: GuardedAct): Promise<Player> {
  const { deployment, caller } = context
  const hasFactor = (caller.factors & secondFactors) !== 0
  return requireOwner(context, act, { withSecond: hasFactor && isRestricted(deployment, caller) })
}

/** Refuses where strong sign-in is neither offered nor in use, without a query. */
export function requireOffered({ rules, caller }: Pick<PlayerCall, 'rules' | 'caller'>): void {
  if (!rules.offersStrongSignIn && caller.factors === 0) throw refuse('ERROR_NOT_ALLOWED')
}

/**
 * Changes the caller's factors in one transaction with their acts. Where something was removed or
 * switched, all trust in browsers ends, and log-ins in progress are refused.
 */
export async function changeFactors<T>(
  context: PlayerCall,
  change: (transaction: Executor, player: Player, at: Date) => Promise<FactorChange<T>>,
): Promise<T> {
  const { deployment, services, caller, response } = context
  const { name } = deployment
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  const { answer, acts } = await withLockedCaller(context, async (transaction, player) => {
    const at = services.clock.now()
    const before = await factorsBefore(transaction, player)
    const changed = await change(transaction, player, at)
    refuseLossOfNeeded(context, player.factors, changed.factors)
    const bits = {
      with: changed.factors & ~player.factors,
      without: player.factors & ~changed.factors,
      since: at,
    }
    await writeFactors(transaction, name, player.id, bits)
    if (bits.without !== 0 || changed.acts.some(({ act }) => act === 'app-removed')) {
      await endTrust(transaction, name, player.id, at)
      await endOpen(transaction, 'second_steps', name, player.id, at)
    }
    for (const acted of changed.acts) {
      await recordMailedAct(context, transaction, player, {
        isMailed,
        family: caller.family,
        before,
        ...acted,
      })
    }
    return changed
  })
  // This browser stays known: the others were forgotten with their sessions.
  if (acts.some(({ act }) => act === 'two-step-on')) {
    response.setKnownBrowserCookie(caller.player_id)
  }
  return answer
}

/**
 * Switches the second step of the caller on or off. It needs a second factor and recovery codes, so
 * that a lost device locks no player out.
 */
export const setTwoStep = handler('setTwoStep', async (context) => {
  const { input, refuse } = context
  const { IsOn } = input.body
  requireOffered(context)
  await requireOwnerOfFactor(context, 'setTwoStep')
  if (!IsOn) requireNoHold(context)
  return changeFactors(context, (_, player) => {
    const wasOn = (player.factors & factorBits.twoStep) !== 0
    const hasFactor = (player.factors & secondFactors) !== 0
    const hasCodes = (player.factors & factorBits.recoveryCodes) !== 0
    if (IsOn && !(hasFactor && hasCodes)) throw refuse('ERROR_NOT_ALLOWED')
    const factors = IsOn
      ? player.factors | factorBits.twoStep
      : player.factors & ~factorBits.twoStep
    if (IsOn === wasOn) return Promise.resolve({ answer: {}, factors, acts: [] })
    const act = IsOn ? ('two-step-on' as const) : ('two-step-off' as const)
    return Promise.resolve({ answer: {}, factors, acts: [{ act, shown: {} }] })
  })
})

/**
 * Makes new recovery codes for a player with a second factor, shown once. Earlier ones end, at once or
 * with `keepRecoveryCodes`. Where the deployment requires a second step, it begins with them.
 */
export const makeRecoveryCodes = handler('makeRecoveryCodes', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  requireOffered(context)
  const { factors } = await requireOwnerOfFactor(context, 'makeRecoveryCodes')
  if ((factors & secondFactors) === 0) throw refuse('ERROR_NOT_ALLOWED')
  const fresh = await newRecoveryCodes(services.passwords)
  const Codes = [...fresh.codes]
  const made = { ...fresh, switchesOn: isRestricted(deployment, caller) }
  if (input.body.CodesWait) return { Codes, Seal: sealCodes(context, made) }
  await replaceCodes(context, made)
  return { Codes, Seal: null }
})

/** Makes codes count that their player has stored. Sent again, it changes nothing. */
export const keepRecoveryCodes = handler('keepRecoveryCodes', async (context) => {
  const { input, caller, refuse } = context
  requireOffered(context)
  if (caller.partner !== null) throw refuse('ERROR_NOT_ALLOWED')
  const pending = unsealCodes(context, input.body.Seal)
  if (pending === null) throw refuse('ERROR_NOT_ALLOWED')
  await replaceCodes(context, pending)
  return {}
})

function replaceCodes(
  context: PlayerCall,
  { switchesOn, ...codes }: HashedCodes & { readonly switchesOn: boolean },
): Promise<unknown> {
  const { name } = context.deployment
  return changeFactors(context, async (transaction, player, at) => {
    const { factors } = player
    if ((factors & secondFactors) === 0) throw refuse('ERROR_NOT_ALLOWED')
    const known = await findSetOf(transaction, name, player.id, codes.salt)
    // Used codes do not come back, nor those that newer ones have replaced.
    if (known?.voided_at) throw refuse('ERROR_NOT_ALLOWED')
    if (known) return { answer: {}, factors, acts: [] }
    await replaceSet(transaction, name, player.id, codes, at)
    const isOn = switchesOn && (factors & factorBits.twoStep) === 0
    return {
      answer: {},
      factors: factors | factorBits.recoveryCodes | (isOn ? factorBits.twoStep : 0),
      acts: [
        // The mails about the app and the second step are enough.
        switchesOn
          ? ({ act: 'codes-made', shown: {}, isMailed: false } as const)
          : ({ act: 'codes-made', shown: {} } as const),
        ...(isOn ? [{ act: 'two-step-on', shown: {} } as const] : []),
      ],
    }
  })
}

/** Ends the trust in one browser of the caller, or in all, which only makes the account safer. */
export const forgetBrowser = handler('forgetBrowser', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  requireOffered(context)
  const { Id } = input.body
  await inTransaction(services.database.kysely, async (transaction) => {
    const at = services.clock.now()
    const Count = await revokeTrust(transaction, deployment.name, caller.player_id, Id, at)
    if (Count === 0 && Id !== 'all') throw refuse('ERROR_NOT_ALLOWED')
    if (Count === 0) return
    const act = { act: 'browsers-forgotten', shown: { Count }, family: caller.family } as const
    await recordAct(context, transaction, { id: caller.player_id }, act)
  })
  return {}
})
