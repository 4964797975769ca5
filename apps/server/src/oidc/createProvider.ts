import { paths, providerPath } from '@gatehouse/contract/routes'
import { offerOf } from '@gatehouse/contract/languages'
import { lifetimes } from '@gatehouse/contract/limits'
import type { JWK } from 'jose'
import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  errors,
  type Interaction,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Deployment } from '../deployments/deployments.ts'
import { createOutbound } from '../platform/http-client/outbound.ts'
import { OidcAdapter, waitsForLogin } from './provider/oidcAdapter.ts'
import { acrValues, askMethods, policyOf } from './provider/acr.ts'
import { claimsOf } from './provider/claimsOf.ts'
import type { OidcMaterials, ProviderMaterials } from './provider/oidcServices.ts'
import { deviceFlow } from './devices/deviceRequest.ts'
import { askIdTokenClaims, existingGrant } from './clients/existingGrant.ts'
import { allowedClaims, claimsOfScopes, readClaims, scopeClaims } from './provider/scopeClaims.ts'
import { offerExchange } from './games/exchangeToken.ts'
import { badRequestPage, portalPage, serviceHint } from './interactions/visit.ts'
import { frontchannelOrigins } from '../deployments/frontchannel.ts'
import { issuerOf } from '../deployments/issuerOf.ts'
import { faultOf } from './clients/clientRefusals.ts'
import { metadataOf } from './clients/clientMetadata.ts'
import { type ClientScope, clientScopes } from '../deployments/client.ts'
import { libraryPatches } from './libraryPatches.ts'
import { apiFeatures, authenticationOf } from './provider/features.ts'
import { moreClaimsOf } from './provider/resourceTokens.ts'
import { subjectOf } from '../deployments/subjects.ts'
import {
  checkRequest,
  handedOver,
  keepRequest,
  playerRefuses,
  queryOf,
  interactionPath,
} from './interactions/authorizationRequest.ts'
import { logOutAgain, showLogOut } from './interactions/logOutPages.ts'

/** The OpenID provider of a deployment; of `keys` the first of each algorithm signs. */
export function createProvider(
  materials: ProviderMaterials,
  deployment: Deployment,
  keys: readonly JWK[],
): Provider {
  const { key, renderPage } = materials
  const provider = new Provider(issuerOf(deployment), {
    adapter: (model) => new OidcAdapter(model, deployment, materials),
    clients: [...deployment.clients.values()].map(metadataOf),
    jwks: { keys: keys.map((jwk) => ({ ...jwk })) },
    scopes: [...clientScopes],
    acrValues: deployment.rules.offersStrongSignIn ? [...acrValues] : [],
    claims: {
      amr: null,
      ...Object.fromEntries(clientScopes.map((scope) => [scope, namesOf(deployment, scope)])),
    },
    findAccount: (ctx, accountId) =>
      claimsOf(materials, deployment, accountId, ctx.oidc.client?.clientId),
    loadExistingGrant: (ctx) => {
      askMethods(ctx)
      askIdTokenClaims(deployment, ctx)
      return existingGrant(materials, deployment, ctx)
    },
    responseTypes: ['code'],
    ...authenticationOf(materials, deployment),
    extraTokenClaims: (ctx, token) => moreClaimsOf(materials, deployment, ctx, token),
    pkce: { required: (ctx, { clientId }) => checkBinding(deployment, ctx, clientId) },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_, accountId, client) =>
      pairwiseOf(materials, deployment, accountId, client.clientId),
    // Sectors stand in the deployment's file.
    sectorIdentifierUriValidate: () => false,
    // Runs for each request: its parameter does not exist.
    extraParams: {
      [everyRequest]: checkRequest,
      [handedOver]: () => {},
      [playerRefuses]: () => {},
      [serviceHint]: () => {},
    },
    discovery: discoveryOf(deployment),
    allowOmittingSingleRegisteredRedirectUri: false,
    // A key protects a token better, and a lost answer then costs nothing (FAPI 2.0, 5.3.2.1).
    rotateRefreshToken: ({ oidc }) =>
      deployment.clients.get(oidc.client?.clientId ?? '')?.dpop !== true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // All grants and tokens of a session end with it.
    expiresWithSession: () => true,
    clientBasedCORS: (_, origin, client) => isOriginOf(client, origin),
    features: {
      devInteractions: { enabled: false },
      ...apiFeatures(materials, deployment),
      revocation: { enabled: true },
      deviceFlow: deviceFlow(materials, deployment),
      backchannelLogout: { enabled: true },
      claimsParameter: {
        enabled: true,
        assertClaimsParameter: (ctx) => leaveAllowedClaims(deployment, ctx),
      },
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
    ttl: lifetimesOfModels,
    fetch: callsToClients(deployment),
    renderError: (ctx, out, error) => showError(deployment, ctx, out, error),
  })
  offerExchange({ provider, materials, deployment })
  // The deployment decides whether browsers use https, not a proxy in between.
  provider.proxy = true
  for (const apply of libraryPatches) apply({ provider, materials, deployment, keys })
  return provider
}

/** The claims of a scope by all names that clients have for them. */
function namesOf({ clients }: Deployment, scope: ClientScope): string[] {
  const named = [...clients.values()].flatMap((client) => claimsOfScopes(client, [scope]))
  return [...new Set([...scopeClaims[scope], ...named])]
}

const ofAccessToken = (_: unknown, { resourceServer }: AccessToken | ClientCredentials) =>
  resourceServer?.accessTokenTTL ?? lifetimes.bearer

/** Seconds. */
const lifetimesOfModels = {
  AccessToken: ofAccessToken,
  ClientCredentials: ofAccessToken,
  AuthorizationCode: lifetimes.oauthCode,
  DeviceCode: lifetimes.deviceCode,
  Grant: lifetimes.session,
  IdToken: lifetimes.bearer,
  Interaction: lifetimes.storedRedirect,
  RefreshToken: lifetimes.session,
  Session: lifetimes.session,
}

/** The parts of the discovery document that the library does not know. */
function discoveryOf({ clients, configuration, rules }: Deployment) {
  return {
    prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
    pkce_required: [...clients.values()].every(({ pkce }) => pkce === 'required'),
    ...(frontchannelOrigins({ clients }).length > 0
      ? { frontchannel_logout_supported: true, frontchannel_logout_session_supported: true }
      : {}),
    ...(rules.offersLanguages
      ? { ui_locales_supported: [...offerOf(configuration).languages] }
      : {}),
  }
}

/** Takes the claims out of a request that its client may not read. */
function leaveAllowedClaims({ clients }: Deployment, { oidc }: KoaContextWithOIDC): void {
  const client = clients.get(String(oidc.params?.['client_id']))
  if (!client || !oidc.params) return
  const claims = readClaims(oidc.params['claims'])
  if (claims === undefined)
    throw new errors.InvalidRequest('claims is too deep, too wide or doubled')
  oidc.params['claims'] = allowedClaims(claims, client)
}

/** True if a page is a client's own, without a secret. The origin of a private scheme is every frame's. */
function isOriginOf({ tokenEndpointAuthMethod, redirectUris = [] }: Client, origin: string) {
  if (tokenEndpointAuthMethod !== 'none' || origin === 'null') return false
  return redirectUris.some((uri) => new URL(uri).origin === origin)
}

/** A name that no client sends. */
const everyRequest = 'gatehouse_every_request'

/**
 * Refuses a request without PKCE whose client has to bind it to the browser, by its `pkce`. That
 * `GET oauth` has handed a request over is believed of the browser: it gives a code there as well.
 */
function checkBinding(
  { clients }: Deployment,
  { oidc }: KoaContextWithOIDC,
  clientId: string,
): false {
  const pkce = clients.get(clientId)?.pkce ?? 'required'
  const isBound = Boolean(oidc.params?.['nonce'] ?? oidc.params?.[handedOver])
  if (pkce === 'none-with-secret' || (pkce === 'with-secret-optional' && isBound)) return false
  const missing = pkce === 'required' ? 'code_challenge (S256)' : 'code_challenge (S256) or a nonce'
  throw new errors.InvalidRequest(
    `this client has to send ${missing}: pkce of its entry is ${pkce}`,
  )
}

/** The name by which a client knows an account. A logout token comes with it, as the player may be gone. */
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

/** The address at which a sign-in waits for its player: the portal's log-in or our page of consent. */
function interactionUrl(
  materials: OidcMaterials,
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): string {
  const { uid, params } = interaction
  if (waitsForLogin(interaction)) {
    // Without a cookie that names the player, the portal's own screen has the bearer.
    if (deployment.sessionBinding === 'none')
      return `${deployment.origin}${paths.oauth}?${queryOf(params)}`
    keepRequest(materials, deployment, ctx, interaction)
  }
  return interactionPath(uid)
}

/**
 * The provider's calls to clients. During a request it fetches their keys alone: with a log-out the
 * provider would call once and never again. The queue of sign-outs calls instead, outside of any
 * request, until the client acknowledges.
 */
function callsToClients({ clients }: Deployment): typeof fetch {
  const outbounds = new Map<string, typeof fetch>()
  const ofKeys = new Set(
    [...clients.values()].flatMap(({ jwksUri }) => (jwksUri ? [new URL(jwksUri).href] : [])),
  )
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isForKeys = ofKeys.has(url.href) && (init?.method ?? 'GET') === 'GET'
    if (Provider.ctx !== undefined && !isForKeys) {
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const outbound = outbounds.get(url.origin) ?? createOutbound(url.origin)
    outbounds.set(url.origin, outbound)
    const { method, headers, body } = init ?? {}
    return outbound(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null })
  }
}

/**
 * An error that cannot go to a client: the portal's own page explains it to the player. A program
 * keeps the status and reads JSON, no matter its Accept header: one that sees 200 would go on.
 */
function showError(
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
  out: { readonly error: string },
  error: Error,
): void {
  const forPeople = /^(authorization|resume|end_session|code_verification|device_resume)/
  if (!forPeople.test(ctx.oidc.route)) {
    ctx.body = out
    return
  }
  if (error instanceof errors.SessionNotFound) {
    // It came back from a page that stood too long, or to another browser.
    ctx.status = 303
    ctx.redirect(`${deployment.origin}${interactionPath(ctx.path.split('/').at(-1) ?? '')}`)
    return
  }
  const isOurs = out.error === 'server_error'
  if (!isOurs && ctx.oidc.route.startsWith('end_session')) {
    ctx.status = 303
    ctx.redirect(logOutAgain(deployment, ctx))
    return
  }
  const fault = error instanceof errors.OIDCProviderError ? faultOf(error) : null
  ctx.status = 303
  ctx.redirect(
    isOurs ? portalPage(deployment, paths.internalError, {}) : badRequestPage(deployment, fault),
  )
}
