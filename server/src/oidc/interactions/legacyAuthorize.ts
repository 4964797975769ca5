import { bounds } from '@gatehouse/contract/limits'
import { paths, providerPath } from '@gatehouse/contract/routes'
import type { Deployment } from '../../tenants/deployments.ts'
import type { CallContext } from '../../http/handler.ts'
import type { OidcServices } from '../provider/oidcServices.ts'
import { portalPage, uiLocalesOf } from './visit.ts'
import { sessionOf } from './syncProviderSession.ts'
import { codeFields, grantOf } from '../clients/existingGrant.ts'
import type { OidcClient } from '../../tenants/client.ts'

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
 * The address for a player whom a client sent to the portal: the client's redirect URI with a code,
 * the portal's log-in, or the provider, where the portal cannot answer. Refuses an
 * unregistered client or address, and a request without a state.
 */
export async function legacyAuthorize(
  context: CallContext<'authorize', OidcServices>,
): Promise<string> {
  const { services, deployment, caller, refuse } = context
  const { query } = context.input
  const client = deployment.clients.get(given(query, 'client_id'))
  const redirectUri = given(query, 'redirect_uri')
  // Before the provider is asked: a visitor's guess must not make a deployment's first signing key.
  if (!client) throw refuse('This request is not authorized.')
  const provider = await services.oidc.providerOf(deployment)
  const registered = await provider.Client.find(client.clientId)
  if (!registered?.redirectUriAllowed(redirectUri)) {
    throw refuse('This request is not authorized.')
  }
  if (!query['state']) throw refuse('This request should contain a state parameter.')
  if (!isPlain(query, client)) throw refuse('This request is not authorized.')
  if (caller === null) {
    // Only the provider leads to the registration.
    const isNew = query['prompt']?.split(' ').includes('create') === true
    if (isNew && deployment.sessionBinding !== 'none') {
      return atProvider(deployment, client, redirectUri, query)
    }
    return portalPage(deployment, paths.login, {
      clientId: client.clientId,
      redirectUrl: `${paths.oauth}?${new URLSearchParams(query).toString()}`,
      login_hint: query['login_hint'] || undefined,
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
  if (!grant?.jti || !isGranted || demanding.some((name) => query[name] !== undefined)) {
    if (deployment.sessionBinding === 'none') throw refuse('This request is not authorized.')
    return atProvider(deployment, client, redirectUri, query)
  }
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
  const page = new URL(redirectUri)
  page.searchParams.set('code', await code.save())
  page.searchParams.set('state', query['state'])
  page.searchParams.set('iss', provider.issuer)
  return page.href
}

function given(query: Query, name: keyof typeof spellings): string {
  return spellings[name].map((spelling) => query[spelling]).find(Boolean) ?? ''
}

/** Only codes are answered here, and a client needs a challenge unless its row lets it off. */
function isPlain(query: Query, client: OidcClient): boolean {
  const { response_type = 'code', code_challenge, code_challenge_method } = query
  const isLong = (['state', 'nonce'] as const).some(
    (name) => (query[name] ?? '').length > bounds.oauth[name].max,
  )
  // A browser cannot say for a client what only its server may say.
  if (client.requirePar) return false
  if (isLong || response_type !== 'code' || 'request' in query || 'request_uri' in query)
    return false
  if (scopeOf(query, client).some((scope) => !client.scopes.some((own) => own === scope))) {
    return false
  }
  if (code_challenge === undefined) {
    return client.pkce === 'with-secret-optional' && code_challenge_method === undefined
  }
  return code_challenge_method === 'S256' && /^[\w-]{43}$/.test(code_challenge)
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
  }).toString()
  return page.href
}
