import { bounds } from '@gatehouse/contract/limits'
import { paths, providerPath } from '@gatehouse/contract/routes'
import type { Provider } from 'oidc-provider'
import type { Deployment } from '../../deployments/deployments.ts'
import type { CallContext } from '../../http/handler.ts'
import { type ClientFault, messageOf } from '../clients/clientRefusals.ts'
import type { OidcServices } from '../provider/oidcServices.ts'
import { handedOver } from './authorizationRequest.ts'
import { portalPage, serviceHint, serviceHintOf, uiLocalesOf } from './visit.ts'
import { sessionOf } from './syncProviderSession.ts'
import { codeFields, grantOf } from '../clients/existingGrant.ts'
import type { OidcClient } from '../../deployments/client.ts'

/** Names that clients may use for the same parameter. */
const spellings = {
  client_id: ['client_id', 'ClientId', 'clientId'],
  redirect_uri: ['redirect_uri', 'RedirectUri', 'redirectUri', 'redirectUrl'],
} as const

/** Only the provider's own endpoint can answer these, by questions, authentication or refusal. */
const demanding = [
  'prompt',
  'max_age',
  'acr_values',
  'id_token_hint',
  'response_mode',
  'claims',
  'resource',
]

type Query = Readonly<Record<string, string>>

/**
 * The address for a player whom a client sent to the portal: the client's redirect URI with a code
 * or an error, the portal's log-in, or the provider, where the portal cannot answer. Refuses an
 * unregistered client or address, and a request without a state.
 */
export async function legacyAuthorize(
  context: CallContext<'authorize', OidcServices>,
): Promise<string> {
  const { services, deployment, caller, refuse } = context
  const { query } = context.input
  const client = deployment.clients.get(given(query, 'client_id'))
  const redirectUri = given(query, 'redirect_uri')
  const turnAway = async (fault: ClientFault, value = '') => {
    const clientId = given(query, 'client_id')
    await services.oidc.refusals.note(deployment, { clientId, fault, value, reason: 'GET oauth' })
    return refuse(messageOf(deployment, fault))
  }
  // Before the provider is asked: a visitor's guess must not make a deployment's first signing key.
  if (!client) throw await turnAway('client_id')
  const provider = await services.oidc.providerOf(deployment)
  const registered = await provider.Client.find(client.clientId)
  if (!registered?.redirectUriAllowed(redirectUri)) {
    throw await turnAway('redirect_uri', redirectUri)
  }
  const { state } = query
  if (!state) throw await turnAway('state')
  const fault = faultOf(query, client)
  if (fault !== null) throw await turnAway(fault, fault === 'scope' ? query['scope'] : '')
  const back = (parameters: Query) => answerTo(provider, redirectUri, state, parameters)
  const canAsk = deployment.sessionBinding !== 'none'
  const isSilent = query['prompt'] === 'none'
  const demands = demanding.filter((name) => query[name] !== undefined)
  if (demands.length > 0 && canAsk && caller === null) {
    return atProvider(deployment, client, redirectUri, query)
  }
  const unanswered = canAsk ? [] : demands.filter((name) => name !== 'prompt' || !isSilent)
  if (unanswered.length > 0) {
    const error_description = `${unanswered.join(', ')} cannot be answered here`
    return back({ error: 'invalid_request', error_description })
  }
  if (caller === null) {
    if (isSilent) return back({ error: 'login_required' })
    return portalPage(deployment, paths.login, {
      clientId: client.clientId,
      redirectUrl: `${paths.oauth}?${new URLSearchParams(query).toString()}`,
      login_hint: query['login_hint'] || undefined,
      [serviceHint]: serviceHintOf(deployment, query[serviceHint]),
      ui_locales: uiLocalesOf(deployment, query['ui_locales']),
    })
  }

  const { family, player_id: playerId } = caller
  const living = await services.sessions.ofFamily(deployment, { family, playerId })
  if (!living) throw refuse('ERROR_TOKEN_USER_INVALID')
  const session = await sessionOf(provider, living)
  const grant = await grantOf(services, deployment, provider, session, client.clientId)
  const scope = scopeOf(query, client)
  // Another program may have taken the scheme or the port of a native client: its player is asked.
  const isAsked = client.applicationType === 'native'
  const isGranted = !isAsked && scope.every((one) => grant?.getOIDCScope().split(' ').includes(one))
  if (canAsk && (!grant?.jti || !isGranted || demands.length > 0)) {
    return atProvider(deployment, client, redirectUri, query)
  }
  if (!grant?.jti || !isGranted) return back({ error: 'consent_required' })
  const code = new provider.AuthorizationCode({
    ...(await codeFields(session, grant.jti, client, scope)),
    client: registered,
    gty: 'authorization_code',
    redirectUri,
    scope: scope.join(' '),
    nonce: query['nonce'],
    codeChallenge: query['code_challenge'],
    codeChallengeMethod: query['code_challenge_method'],
  })
  return back({ code: await code.save() })
}

/** The client's address with an answer. */
function answerTo(
  { issuer }: Provider,
  redirectUri: string,
  state: string,
  parameters: Query,
): string {
  const page = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...parameters, state, iss: issuer })) {
    page.searchParams.set(name, value)
  }
  return page.href
}

function given(query: Query, name: keyof typeof spellings): string {
  return spellings[name].map((spelling) => query[spelling]).find(Boolean) ?? ''
}

/** Only codes are answered here, and a client needs a challenge unless its row lets it off. */
function faultOf(query: Query, client: OidcClient): ClientFault | null {
  const { response_type = 'code', code_challenge, code_challenge_method } = query
  const isLong = (['state', 'nonce'] as const).some(
    (name) => (query[name] ?? '').length > bounds.oauth[name].max,
  )
  // A browser cannot say for a client what only its server may say.
  if (client.requirePar || isLong || response_type !== 'code') return 'request'
  if ('request' in query || 'request_uri' in query) return 'request'
  if (scopeOf(query, client).some((scope) => !client.scopes.some((own) => own === scope))) {
    return 'scope'
  }
  const isWithout = code_challenge === undefined && code_challenge_method === undefined
  const isHeld = code_challenge_method === 'S256' && /^[\w-]{43}$/.test(code_challenge ?? '')
  return isHeld || (isWithout && client.pkce !== 'required') ? null : 'pkce'
}

/**
 * The requested scope; by default all scopes of the client. `offline_access` changes nothing, as at
 * the provider: a client has a refresh token anyway, and it ends with the session.
 */
function scopeOf({ scope }: Query, client: OidcClient): readonly string[] {
  const asked = (scope ?? '').split(' ').filter((one) => one !== '' && one !== 'offline_access')
  return asked.length === 0 ? client.scopes : asked
}

function atProvider(
  deployment: Deployment,
  client: OidcClient,
  redirectUri: string,
  query: Query,
): string {
  const page = new URL(`${providerPath}/auth`, deployment.origin)
  page.search = new URLSearchParams({
    ...query,
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopeOf(query, client).join(' '),
    [handedOver]: '1',
  }).toString()
  return page.href
}
