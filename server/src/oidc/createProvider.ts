import { logEvent } from '../platform/observability/events.ts'
import { paths, providerPath } from '@gatehouse/contract/routes'
import { lifetimes } from '@gatehouse/contract/limits'
import type { JWK } from 'jose'
import { type ClientMetadata, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Deployment } from '../tenants/deployments.ts'
import { createOutbound } from '../platform/http-client/outbound.ts'
import { syncProviderSession } from './syncProviderSession.ts'
import { OidcAdapter } from './oidcAdapter.ts'
import { claimsOf } from './claimsOf.ts'
import type { OidcMaterials } from './createOidc.ts'
import { existingGrant } from './existingGrant.ts'
import { showLogOut } from './showLogOut.ts'
import { issuerOf } from '../tenants/issuerOf.ts'
import { interactionPath } from './interactionPath.ts'
import { type OidcClient, clientScopes } from '../tenants/client.ts'

/** The OpenID provider of a deployment; the first of `keys` signs. */
export function createProvider(
  materials: OidcMaterials,
  deployment: Deployment,
  keys: readonly JWK[],
): Provider {
  const { key, renderPage, log } = materials
  const callSites = callsToSites()
  const provider = new Provider(issuerOf(deployment), {
    adapter: (model) => new OidcAdapter(model, deployment, materials),
    clients: [...deployment.clients.values()].map(metadataOf),
    jwks: { keys: keys.map((jwk) => ({ ...jwk })) },
    scopes: [...clientScopes],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'picture', 'titles'],
      email: ['email', 'email_verified'],
      connections: ['connections'],
      // A permission without claims.
      blocks: [],
    },
    findAccount: (_, accountId) => claimsOf(materials, deployment, accountId),
    loadExistingGrant: (ctx) => existingGrant(materials, deployment, ctx),
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // All grants and tokens of a session end with it.
    expiresWithSession: () => true,
    clientBasedCORS: (_, origin, client) =>
      client.tokenEndpointAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => showLogOut(renderPage, deployment, ctx),
        postLogoutSuccessSource: (ctx) => ctx.redirect(deployment.origin),
      },
    },
    interactions: { url: (_, { uid }) => interactionPath(uid) },
    cookies: {
      names: { session: 'sso_provider', interaction: 'sso_interaction', resume: 'sso_resume' },
      keys: [...key.interactions],
      // Our own code puts its id into the request: see syncProviderSession.
      long: { httpOnly: true, sameSite: 'lax', path: providerPath, signed: false },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: lifetimes.bearer,
      AuthorizationCode: lifetimes.oauthCode,
      Grant: lifetimes.session,
      IdToken: lifetimes.bearer,
      Interaction: lifetimes.storedRedirect,
      RefreshToken: lifetimes.session,
      Session: lifetimes.session,
    },
    fetch: callSites,
    renderError: (ctx, { error }) => showError(deployment, ctx, error),
  })
  // The deployment decides whether browsers use https, not a proxy in between.
  provider.proxy = true
  provider.on('server_error', (_, error) => logEvent(log, 'oidc.internal_error', { err: error }))
  provider.use((ctx, next) => syncProviderSession(materials, deployment, provider, ctx, next))
  return provider
}

function metadataOf(client: OidcClient): ClientMetadata {
  const { clientId, clientSecret, backchannelLogoutUri } = client
  return {
    client_id: clientId,
    client_name: client.name,
    ...(clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: clientSecret }),
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(backchannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
    scope: client.scopes.join(' '),
    require_auth_time: true,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

/**
 * The provider's calls to clients. During a request the provider would call once and never again.
 * The queue of sign-outs calls instead, outside of any request, until the client acknowledges.
 */
function callsToSites(): typeof fetch {
  const outbounds = new Map<string, typeof fetch>()
  return (input, init) => {
    if (Provider.ctx !== undefined) return Promise.resolve(new Response(null, { status: 204 }))
    const url = new URL(input instanceof Request ? input.url : input)
    const outbound = outbounds.get(url.origin) ?? createOutbound(url.origin)
    outbounds.set(url.origin, outbound)
    const { method, headers, body } = init ?? {}
    return outbound(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null })
  }
}

/** An error that cannot go to a client: the portal's own page explains it to the player. */
function showError(deployment: Deployment, ctx: KoaContextWithOIDC, error: string): void {
  const isOurs = error === 'server_error'
  const page = new URL(isOurs ? paths.internalError : paths.badRequest, deployment.origin)
  if (!isOurs) page.searchParams.set('message', 'This request is not authorized.')
  ctx.status = 303
  ctx.redirect(page.href)
}
