import type { CanonicalName } from '@gatehouse/contract/entities'
import { hasOpenAuthorizationFlow } from '../../database/federation/authorizationFlows.ts'
import { refuse } from '../../platform/apiError.ts'
import { type Linked, returnUrlOf, refusalOf, takeOwnFlow } from './finishLinking.ts'
import { type LinkingContext, linkAccount } from './linkAccount.ts'
import { authorizeLinking } from './authorizeLinking.ts'

/**
 * Ends a linking with the account that the redeemer has for its state. That state is no proof of who
 * brings it: what it is worth has to name the caller's own open flow. Null when it is worth nothing;
 * refuses an account of another player, and whom authorizeLinking refuses.
 */
export async function redeemLinking(
  context: LinkingContext,
  service: CanonicalName,
  state: string,
): Promise<Linked | null> {
  const { deployment, services, caller } = context
  if ((await authorizeLinking(context, service)) !== 'redeemer') throw refuse('ERROR_NOT_ALLOWED')
  const provider = `redeemer ${service}`
  // The redeemer is asked for those alone who have set out: nobody tries states at our expense.
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
