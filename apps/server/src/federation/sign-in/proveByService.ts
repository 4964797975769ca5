import { serviceMethodOf } from '@gatehouse/contract/activity'
import { recordAct } from '../../auth/security-acts/recordAct.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { isProvenByService } from '../../auth/password/requireRecentAuth.ts'
import { findCallerWithoutPartner, withLockedCaller } from '../../auth/session/lockCaller.ts'
import { noteVerifiedFactor } from '../../database/auth/sessionStatements.ts'
import { findConnection } from '../../database/federation/connectionStatements.ts'
import { handler } from '../federationServices.ts'
import { proveAccount, startServiceFlow } from './serviceFlow.ts'

/** Starts a proof of the caller, who has nothing but services to prove the account with. */
export const serviceProofUrl = handler('serviceProofUrl', async (context) => {
  const { input, caller, refuse } = context
  if (!isProvenByService(caller)) throw refuse('ERROR_NOT_ALLOWED')
  await consumeOrRefuse(context, 'linkings', `${caller.player_id}`)
  return startServiceFlow(context, input.path.service, { of: caller })
})

/**
 * Re-authenticates the caller by the account of a service that is a way in: for the next 15 minutes
 * of this session. It is the first factor alone. Refuses a player with a password, a passkey or an app:
 * who can only sign in to the service has less than these.
 */
export const proveByService = handler('proveByService', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  if (!isProvenByService(caller)) throw refuse('ERROR_NOT_ALLOWED')
  await findCallerWithoutPartner(context)
  const proven = await proveAccount(context, input.path.service, input.body, caller)
  const { service, account } = proven
  const at = services.clock.now()
  await withLockedCaller(context, async (transaction, player) => {
    const link = await findConnection(transaction, deployment.name, service, account.accountId)
    const isOwn = link?.player_id === player.id && link.signs_in && isProvenByService(player)
    if (!isOwn) throw refuse('ERROR_SERVICE_DENIED')
    const method = serviceMethodOf(service)
    const verified = { method, isFirst: true, isSecond: false }
    await noteVerifiedFactor(transaction, deployment.name, caller, verified, at)
    const act = { act: 'proven', shown: { Methods: [method] } } as const
    await recordAct(context, transaction, player, { ...act, family: caller.family })
  })
  return { First: at.toISOString() }
})
