import type { CanonicalName } from '@gatehouse/contract/entities'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import {
  type AuthorizationFlow,
  hasOpenAuthorizationFlow,
  useAuthorizationFlow,
  useNewestAuthorizationFlow,
} from '../../database/federation/authorizationFlows.ts'
import type { Account } from '../../database/federation/connectionStatements.ts'
import { refuse } from '../../platform/apiError.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import type { LinkingContext } from '../federationServices.ts'
import { refusalOf } from '../providers/refusalOf.ts'
import { linkAccount } from './linkAccount.ts'
import { authorizeLinking } from './linkMethod.ts'
import { mayOmitState } from './startLinking.ts'

/** The linked account and the address that the portal goes on to; null for its own choice. */
export interface Linked {
  readonly AccountId: string
  readonly RedirectUrl: string | null
}

/**
 * Finishes a linking with the account that the service confirms. Refuses a state that is not the
 * caller's own open one, an answer that the service denies, and an account of another player; and
 * refuses as authorizeLinking does. Without a state, where the service allows that, the flow cookie
 * finds the caller's newest linking of this browser. The flow is used up in every case.
 */
export async function finishLinking(
  context: LinkingContext,
  service: CanonicalName,
  state: string,
  answer: Readonly<Record<string, string>>,
): Promise<Linked> {
  const { deployment, services } = context
  await authorizeLinking(context, service, 'provider')
  if (state === '' && !mayOmitState(service)) {
    throw refuse('This request should contain a state parameter.')
  }
  const flow = await takeOwnFlow(context, service, state || null)
  if (!flow) {
    context.report('connection.refused')
    throw refuse('This request is not authorized.')
  }
  // The flow is used up before the service is asked, so that no answer is tried twice.
  const returnTo = `${deployment.origin}${flow.callback_path}`
  const account = await services.connections.providers[service]
    .complete({ deployment, state, returnTo }, answer)
    .catch((error: unknown) => {
      throw refusalOf(context, service, identityProviders[service], error)
    })
  return link(context, service, account, flow)
}

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
  await authorizeLinking(context, service, 'redeemer')
  const provider = `redeemer ${service}`
  // The redeemer is asked only for callers with an open flow: states cannot be tried out through us.
  const isExpected = await hasOpenAuthorizationFlow(
    services.database.kysely,
    { deployment: deployment.name, provider, purpose: 'link' },
    { playerId: caller.player_id, family: caller.family },
    services.clock.now(),
  )
  if (state === '' || !isExpected) return null
  const redeemed = await services.connections.redeemer
    .redeem(deployment, service, state)
    .catch((error: unknown) => {
      throw refusalOf(context, service, identityProviders[service], error)
    })
  if (redeemed === 'taken') throw refuse('ERROR_USER_STEAM_EXIST')
  const flow =
    redeemed === 'unknown' ? undefined : await takeOwnFlow(context, provider, redeemed.userRef)
  if (redeemed === 'unknown' || !flow) {
    context.report('connection.refused')
    return null
  }
  return link(context, service, redeemed.account, flow)
}

/** Takes the caller's own open flow: by its state, or without one the newest of this browser. */
async function takeOwnFlow(
  { deployment, services, caller, clientContext }: LinkingContext,
  provider: string,
  state: string | null,
): Promise<AuthorizationFlow | undefined> {
  const { kysely } = services.database
  const owner = { playerId: caller.player_id, family: caller.family }
  const key = { deployment: deployment.name, provider, purpose: 'link' } as const
  const now = services.clock.now()
  if (state !== null) {
    return useAuthorizationFlow(kysely, { ...key, stateHash: hashOf(state) }, owner, now)
  }
  const browser = clientContext.cookie('flow')
  if (browser === null) return undefined
  const browserHash = hashOf(browser)
  return useNewestAuthorizationFlow(kysely, key, { ...owner, browserHash }, now)
}

/** The host of a flow's return address may have left the list of allowed ones since the start. */
async function link(
  context: LinkingContext,
  service: CanonicalName,
  account: Account,
  { redirect_url: url }: AuthorizationFlow,
): Promise<Linked> {
  await linkAccount(context, service, account)
  const isAllowed = url !== '' && isAllowedReturnUrl(context.deployment, url)
  return { AccountId: account.accountId, RedirectUrl: isAllowed ? url : null }
}
