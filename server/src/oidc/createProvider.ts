import { logEvent } from '../platform/observability/events.ts'
import { paths, providerPath } from '@gatehouse/contract/routes'
import { offerOf } from '@gatehouse/contract/languages'
import { lifetimes } from '@gatehouse/contract/limits'
import type { JWK } from 'jose'
import {
  type Client,
  type ClientMetadata,
  type Interaction,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Deployment } from '../tenants/deployments.ts'
import { createOutbound } from '../platform/http-client/outbound.ts'
import { syncProviderSession } from './syncProviderSession.ts'
import { OidcAdapter } from './oidcAdapter.ts'
import { acrValues, askMethods, policyOf } from './acr.ts'
import { claimsOf } from './claimsOf.ts'
import type { OidcMaterials } from './createOidc.ts'
import { allowDevices, aroundDevices, deviceFlow } from './device/deviceRequest.ts'
import { existingGrant } from './existingGrant.ts'
import { showLogOut } from './showLogOut.ts'
import { issuerOf } from '../tenants/issuerOf.ts'
import { interactionPath } from './interactionPath.ts'
import { type OidcClient, clientScopes, sectorOf } from '../tenants/client.ts'
import { subjectOf } from '../tenants/subjects.ts'
import { checkLengths, keepRequest, queryOf, waitsForLogin } from './authorizationRequest.ts'

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
    acrValues: deployment.rules.offersStrongSignIn ? [...acrValues] : [],
    claims: {
      amr: null,
      openid: ['sub'],
      profile: ['preferred_username', 'picture', 'titles'],
      email: ['email', 'email_verified'],
      connections: ['connections'],
      // A permission without claims.
      blocks: [],
    },
    findAccount: (_, accountId) => claimsOf(materials, deployment, accountId),
    loadExistingGrant: (ctx) => existingGrant(materials, deployment, askMethods(ctx)),
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: (ctx, client) => needsChallenge(deployment, ctx, client.clientId) },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_, accountId, client) =>
      pairwiseOf(materials, deployment, accountId, client.clientId),
    // Sectors stand in the deployment's file.
    sectorIdentifierUriValidate: () => false,
    // Runs for each request: its parameter does not exist.
    extraParams: { [everyRequest]: checkLengths },
    discovery: discoveryOf(deployment),
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // All grants and tokens of a session end with it.
    expiresWithSession: () => true,
    clientBasedCORS: (_, origin, client) => isOriginOf(client, origin),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      deviceFlow: deviceFlow(materials, deployment),
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => showLogOut(renderPage, deployment, ctx),
        postLogoutSuccessSource: (ctx) => ctx.redirect(deployment.origin),
      },
    },
    interactions: {
      policy: policyOf(materials, deployment),
      url: (ctx, interaction) => interactionUrl(materials, deployment, ctx, interaction),
    },
    cookies: {
      names: { session: 'sso_provider', interaction: 'sso_interaction', resume: 'sso_resume' },
      keys: [...key.interactions],
      // Our own code puts its id into the request: see syncProviderSession.
      long: { httpOnly: true, sameSite: 'lax', path: providerPath, signed: false },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl,
    fetch: callSites,
    renderError: (ctx, { error }) => showError(deployment, ctx, error),
  })
  // The deployment decides whether browsers use https, not a proxy in between.
  provider.proxy = true
  // A log-out recognizes its own session by the token's `sid`, at every client.
  provider.Client.prototype.includeSid = () => true
  allowDevices(provider, deployment)
  provider.on('server_error', (_, error) => logEvent(log, 'oidc.internal_error', { err: error }))
  provider.use((ctx, next) => aroundDevices(materials, deployment, ctx, next))
  provider.use((ctx, next) => syncProviderSession(materials, deployment, provider, ctx, next))
  return provider
}

/** Seconds that each model lives. */
const ttl = {
  AccessToken: lifetimes.bearer,
  AuthorizationCode: lifetimes.oauthCode,
  DeviceCode: lifetimes.deviceCode,
  Grant: lifetimes.session,
  IdToken: lifetimes.bearer,
  Interaction: lifetimes.storedRedirect,
  RefreshToken: lifetimes.session,
  Session: lifetimes.session,
}

/** What the discovery document says besides what the library knows. */
function discoveryOf({ clients, configuration, rules }: Deployment) {
  return {
    pkce_required: [...clients.values()].every(({ pkce }) => pkce === 'required'),
    ...(rules.offersLanguages
      ? { ui_locales_supported: [...offerOf(configuration).languages] }
      : {}),
  }
}

/** Whether a page is a client's own, without a secret. The origin of a private scheme is every frame's. */
function isOriginOf({ tokenEndpointAuthMethod, redirectUris = [] }: Client, origin: string) {
  if (tokenEndpointAuthMethod !== 'none' || origin === 'null') return false
  return redirectUris.some((uri) => new URL(uri).origin === origin)
}

/** A name that no client sends. */
const everyRequest = 'gatehouse_every_request'

/** Whether a sign-in needs PKCE; without one, a nonce has to bind the ID token to the browser. */
function needsChallenge(
  { clients }: Deployment,
  { oidc }: KoaContextWithOIDC,
  clientId: string,
): boolean {
  return clients.get(clientId)?.pkce !== 'with-secret-optional' || !oidc.params?.['nonce']
}

/** What a client knows an account by. A logout token comes with it, as the player may be gone. */
async function pairwiseOf(
  { database, clock }: OidcMaterials,
  deployment: Deployment,
  accountId: string,
  clientId: string,
): Promise<string> {
  const client = deployment.clients.get(clientId)
  if (!client || !/^\d+$/.test(accountId)) return accountId
  const playerId = Number(accountId)
  const { kysely } = database
  return (await subjectOf(kysely, deployment, client, playerId, clock.now())) ?? accountId
}

/** Where a sign-in waits for its player: at the portal's log-in or at our page of consent. */
function interactionUrl(
  materials: OidcMaterials,
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): string {
  if (!waitsForLogin(interaction)) return interactionPath(interaction.uid)
  if (deployment.sessionBinding === 'none') {
    // No cookie names the player here: the portal's own screen has the bearer.
    return `${deployment.origin}${paths.oauth}?${queryOf(interaction.params)}`
  }
  keepRequest(materials, deployment, ctx, interaction)
  return interactionPath(interaction.uid)
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
    ...(sectorOf(client) === null
      ? {}
      : {
          subject_type: 'pairwise' as const,
          // The library asks for one where a client has several hosts, and never reads it.
          sector_identifier_uri: 'https://sector.invalid/',
        }),
    ...waysOf(client),
    application_type: client.applicationType,
  }
}

/** Only a client with an address is answered there; devices see `allowDevices`. */
function waysOf({
  redirectUris,
}: OidcClient): Pick<ClientMetadata, 'grant_types' | 'response_types'> {
  return redirectUris.length > 0
    ? { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
    : { grant_types: ['refresh_token'], response_types: [] }
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
