import { revokeTrust } from '../../database/auth/trustedBrowsers.ts'
import { replaceSet } from '../../database/auth/recoveryCodes.ts'
import { factorBits } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { recordAct } from '../acts/recordAct.ts'
import { handler } from '../handler.ts'
import { changeFactors, requireOffered, requireOwner } from './changeFactors.ts'
import { newRecoveryCodes } from './recoveryCodes.ts'

const secondFactors = factorBits.app | factorBits.passkey

/**
 * Switches the second step of the caller on or off. It needs a second factor and recovery codes, so
 * that a lost device locks nobody out.
 */
export const setTwoStep = handler('setTwoStep', async (context) => {
  const { input, refuse } = context
  const { IsOn } = input.body
  requireOffered(context)
  await requireOwner(context, 'setTwoStep')
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

/** Makes new recovery codes for a player with a second factor; those before end. Shown once. */
export const makeRecoveryCodes = handler('makeRecoveryCodes', async (context) => {
  const { deployment, services, refuse } = context
  requireOffered(context)
  const { factors } = await requireOwner(context, 'makeRecoveryCodes')
  if ((factors & secondFactors) === 0) throw refuse('ERROR_NOT_ALLOWED')
  const fresh = await newRecoveryCodes(services.passwords)
  return changeFactors(context, async (transaction, player, at) => {
    if ((player.factors & secondFactors) === 0) throw refuse('ERROR_NOT_ALLOWED')
    await replaceSet(transaction, deployment.name, player.id, fresh, at)
    return {
      answer: { Codes: [...fresh.codes] },
      factors: player.factors | factorBits.recoveryCodes,
      acts: [{ act: 'codes-made', shown: {} }],
    }
  })
})

/** Ends the trust in one browser of the caller, or in all. No proof is asked: it only makes it safer. */
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
