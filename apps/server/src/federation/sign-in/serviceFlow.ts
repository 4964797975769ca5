import type { ErrorCode } from '@gatehouse/contract/errors'
import { lifetimes } from '@gatehouse/contract/limits'
import { isIdentityProvider, signInCallbackPathOf } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import {
  type AuthorizationFlow,
  useAuthorizationFlow,
} from '../../database/federation/authorizationFlows.ts'
import type { Account } from '../../database/federation/connectionStatements.ts'
import { insertRow } from '../../database/schema/executor.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { refusalOf } from '../providers/refusalOf.ts'
import type { SignInContext } from './signInServices.ts'

interface Start {
  readonly clientId?: string
  readonly redirectUrl?: string
  /** Whose proof it is: of a session, or of a link of the player; null for a visitor. */
  readonly of?: FlowOwner | null
}

/** The player whom a flow belongs to, and the session in which it was started; null for a link. */
interface FlowOwner {
  readonly player_id: number
  readonly family: string | null
}

/**
 * Starts a sign-in with a service: answers the address of its page. The way back is open for ten
 * minutes, once, in this browser alone: who lures another person onto it logs that person in to nothing.
 * A caller's belongs to this session, too.
 */
export async function startServiceFlow(
  context: SignInContext,
  name: string,
  { clientId = '', redirectUrl = '', of = null }: Start,
): Promise<string> {
  const { deployment, services, clientContext, response } = context
  const service = requireService(context, name)
  const { connections, clock, database } = services
  const state = newSecret()
  const callbackPath = signInCallbackPathOf(service)
  // Two tabs of one browser share its secret, so that neither ends the flow of the other.
  const browser = clientContext.cookie('flow') ?? newSecret()
  const now = clock.now()
  await insertRow(database.kysely, 'authorization_flows', {
    deployment: deployment.name,
    state_hash: hashOf(state),
    provider: service,
    purpose: 'login',
    player_id: of?.player_id ?? null,
    session_family: of?.family ?? null,
    browser_hash: hashOf(browser),
    client_id: clientId,
    callback_path: callbackPath,
    redirect_url: isAllowedReturnUrl(deployment, redirectUrl) ? redirectUrl : '',
    created_at: now,
    expires_at: after(now, lifetimes.pendingFlow),
  })
  response.set('flow', browser)
  const returnTo = `${deployment.origin}${callbackPath}`
  return connections.providers[service].authorizationUrl({ deployment, state, returnTo })
}

/** An account that a service has just confirmed to this browser. */
export interface Proven {
  readonly service: IdentityProviderName
  readonly account: Account
  readonly flow: AuthorizationFlow
  /** The browser's secret. */
  readonly browser: string
}

/**
 * Takes the query of the way back and answers the account that the service confirms. Refuses a state
 * that this browser did not start, of another service or for a linking, and an answer that the service
 * denies. The flow is used up before the service is asked, so that no answer is tried twice.
 */
export async function proveAccount(
  context: SignInContext,
  name: string,
  query: Readonly<Record<string, string>>,
  of: FlowOwner | null = null,
): Promise<Proven> {
  const { deployment, services, clientContext, report } = context
  const service = requireService(context, name)
  const { state = '', ...answer } = query
  const browser = clientContext.cookie('flow')
  const flow = browser === null ? undefined : await takeFlow(context, service, state, browser)
  const isOwn = flow?.player_id === (of?.player_id ?? null)
  if (browser === null || !flow || !isOwn || flow.session_family !== (of?.family ?? null)) {
    report('connection.refused')
    throw refuse('ERROR_SERVICE_EXPIRED')
  }
  const { error = '', 'openid.mode': mode } = answer
  if (mode === 'cancel') throw refuse('ERROR_SERVICE_CANCELLED')
  // An answer without a code has nothing to ask the service about.
  if (error !== '') {
    const { log } = services
    const reason = `the answer ${error.slice(0, 100)}`
    logEvent(log, 'connection.not_verified', {
      provider: service,
      deployment: deployment.name,
      reason,
    })
    throw refuse(errorCodes.get(error) ?? 'ERROR_SERVICE_DENIED')
  }
  const returnTo = `${deployment.origin}${flow.callback_path}`
  const account = await services.connections.providers[service]
    .complete({ deployment, state, returnTo }, answer)
    .catch((failure: unknown) => {
      throw refusalOf(context, service, codes, failure)
    })
  return { service, account, flow, browser }
}

/** The errors of an authorization (RFC 6749, 4.1.2.1) that are no refusal of our request. */
const errorCodes: ReadonlyMap<string, ErrorCode> = new Map([
  ['access_denied', 'ERROR_SERVICE_CANCELLED'],
  ['server_error', 'ERROR_SERVICE_UNREACHABLE'],
  ['temporarily_unavailable', 'ERROR_SERVICE_UNREACHABLE'],
])

const codes = {
  notVerified: 'ERROR_SERVICE_DENIED',
  unreachable: 'ERROR_SERVICE_UNREACHABLE',
} as const

function takeFlow(
  { deployment, services }: SignInContext,
  provider: IdentityProviderName,
  state: string,
  browser: string,
): Promise<AuthorizationFlow | undefined> {
  const stateHash = hashOf(state)
  const key = { deployment: deployment.name, stateHash, provider, purpose: 'login' } as const
  const owner = { browserHash: hashOf(browser) }
  return useAuthorizationFlow(services.database.kysely, key, owner, services.clock.now())
}

/** The service of a path. Refuses one that nobody logs in with here. */
function requireService({ deployment }: SignInContext, name: string): IdentityProviderName {
  if (!isIdentityProvider(name) || !offersSignInWith(deployment, name)) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  return name
}
