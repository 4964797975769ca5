import { logEvent } from '../../platform/observability/events.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import {
  type AuthorizationFlow,
  useAuthorizationFlow,
  useNewestAuthorizationFlow,
} from '../../database/federation/authorizationFlows.ts'
import { UnreachableError } from '../../platform/http-client/outbound.ts'
import { NotVerifiedError } from '../providers/notVerifiedError.ts'
import { refuse } from '../../platform/apiError.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { type LinkingContext, linkAccount } from './linkAccount.ts'
import { isAllowedReturnUrl } from '../../tenants/isAllowedReturnUrl.ts'
import { authorizeLinking } from './authorizeLinking.ts'
import { mayOmitState } from './startLinking.ts'

/** The browser's return from a service. */
export interface Return {
  /** Empty where the caller left it out. */
  readonly state: string
  readonly answer: Readonly<Record<string, string>>
}

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
  { state, answer }: Return,
): Promise<Linked> {
  const { deployment, services } = context
  if ((await authorizeLinking(context, service)) !== 'provider') throw refuse('ERROR_NOT_ALLOWED')
  if (state === '' && !mayOmitState(service)) {
    throw refuse('This request should contain a state parameter.')
  }
  const flow =
    state === ''
      ? await takeFlowOfBrowser(context, service)
      : await takeOwnFlow(context, service, state)
  if (!flow) {
    context.report('connection.refused')
    throw refuse('This request is not authorized.')
  }
  // The flow is used up before the service is asked, so that no answer is tried twice.
  const returnTo = `${deployment.origin}${flow.callback_path}`
  const provider = services.connections.providers[service]
  const account = await provider
    .complete({ deployment, state, returnTo }, answer)
    .catch((error: unknown) => {
      throw refusalOf(context, service, error)
    })
  await linkAccount(context, service, account)
  return { AccountId: account.accountId, RedirectUrl: returnUrlOf(context, flow) }
}

/** Takes the caller's own open flow with a state. */
export function takeOwnFlow(
  { deployment, services, caller }: LinkingContext,
  provider: string,
  state: string,
): Promise<AuthorizationFlow | undefined> {
  return useAuthorizationFlow(
    services.database.kysely,
    { deployment: deployment.name, stateHash: hashOf(state), provider },
    { playerId: caller.player_id, family: caller.family },
    services.clock.now(),
  )
}

/** Takes the caller's newest open flow of this browser, for a callback without a state. */
async function takeFlowOfBrowser(
  { deployment, services, caller, clientContext }: LinkingContext,
  provider: CanonicalName,
): Promise<AuthorizationFlow | undefined> {
  if (clientContext.flowCookie === null) return undefined
  const browserHash = hashOf(clientContext.flowCookie)
  return useNewestAuthorizationFlow(
    services.database.kysely,
    { deployment: deployment.name, provider },
    { playerId: caller.player_id, family: caller.family, browserHash },
    services.clock.now(),
  )
}

/** The return address of a flow, checked again: its host may have left the list since the start. */
export function returnUrlOf(
  { deployment }: Pick<LinkingContext, 'deployment'>,
  { redirect_url: url }: Pick<AuthorizationFlow, 'redirect_url'>,
): string | null {
  return url !== '' && isAllowedReturnUrl(deployment, url) ? url : null
}

/** Logs a service's failure and answers its refusal; answers any other error unchanged. */
export function refusalOf(
  { deployment, services, report }: LinkingContext,
  service: CanonicalName,
  error: unknown,
): unknown {
  const { notVerified, unreachable } = identityProviders[service]
  if (error instanceof NotVerifiedError) {
    const about = { provider: service, deployment: deployment.name, reason: error.message }
    logEvent(services.log, 'connection.not_verified', about)
    report('connection.refused')
    return refuse(notVerified)
  }
  if (!(error instanceof UnreachableError)) return error
  // The messages alone are logged: other properties of an error may hold codes and tokens.
  const { cause, message } = error
  const reason = cause instanceof Error ? `${message} ${cause.message}` : message
  const about = { provider: service, deployment: deployment.name, reason }
  logEvent(services.log, 'identity_provider.unreachable', about)
  return refuse(unreachable)
}
