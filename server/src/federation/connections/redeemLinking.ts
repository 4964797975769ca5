import type { CanonicalName } from '@gatehouse/contract/entities'
import { hasOpenAuthorizationFlow } from '../../database/federation/authorizationFlows.ts'
import { refuse } from '../../platform/apiError.ts'
import { type Linked, returnUrlOf, refusalOf, takeOwnFlow } from './finishLinking.ts'
import { type LinkingContext, linkAccount } from './linkAccount.ts'
import { authorizeLinking } from './authorizeLinking.ts'

/**
 * Finishes a linking with the account that the redeemer has for its state. A state does not identify
 * the caller, so the redeemer's answer has to name the caller's own open flow; null when it does not.
 * Refuses an account of another player, and as authorizeLinking does.
 */
export async function redeemLinking(
  context: LinkingContext,
  service: CanonicalName,
  state: string,
): Promise<Linked | null> {
  const { deployment, services, caller } = context
  if ((await authorizeLinking(context, service)) !== 'redeemer') throw refuse('ERROR_NOT_ALLOWED')
  const provider = `redeemer ${service}`
  // The redeemer is asked only for callers with an open flow: states cannot be tried out through us.
  const isExpected = await hasOpenAuthorizationFlow(
    services.database.kysely,
    { deployment: deployment.name, provider },
    { playerId: caller.player_id, family: caller.family },
    services.clock.now(),
  )
  if (state === '' || !isExpected) return null
  const redeemed = await services.connections.redeemer
    .redeem(deployment, service, state)
    .catch((error: unknown) => {
      throw refusalOf(context, service, error)
    })
  if (redeemed === 'taken') throw refuse('ERROR_USER_STEAM_EXIST')
  const flow =
    redeemed === 'unknown' ? undefined : await takeOwnFlow(context, provider, redeemed.userRef)
  if (redeemed === 'unknown' || !flow) {
    context.report('connection.refused')
    return null
  }
  await linkAccount(context, service, redeemed.account)
  return { AccountId: redeemed.account.accountId, RedirectUrl: returnUrlOf(context, flow) }
}
