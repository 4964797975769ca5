import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import type { OidcClient } from '../../deployments/client.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { codeFields, grantOf } from '../clients/existingGrant.ts'
import { askedResources } from '../devices/answerDevice.ts'
import { sessionOf } from '../interactions/syncProviderSession.ts'
import { claimsOf } from '../provider/claimsOf.ts'
import { recordSignIn } from '../provider/oidcAdapter.ts'
import type { ProviderMaterials } from '../provider/oidcServices.ts'
import { resourceFor } from '../provider/resourceTokens.ts'

const gty = 'token_exchange'

/** A game's request at the token endpoint. */
export interface Exchange {
  readonly provider: Provider
  readonly materials: ProviderMaterials
  readonly deployment: Deployment
  readonly ctx: TokenEndpointGrantContext
  readonly client: OidcClient
}

/**
 * Answers the tokens of a session that a game has opened: those that a device gets. The library issues
 * tokens for its own grants alone.
 */
export async function answerTokens(exchange: Exchange, living: LivingSession): Promise<void> {
  const { provider, materials, deployment, ctx, client } = exchange
  const session = await sessionOf(provider, living)
  const grant = await grantOf(materials, deployment, provider, session, client.clientId)
  if (!grant?.jti) throw new errors.InvalidGrant('grant not found')
  const { resource, scopes, ofApi } = askedOf(exchange)
  const fields = await codeFields(session, grant.jti, client, scopes)
  // A game asks for no strength, and its server shall read how weak this one may be.
  const claims = { id_token: { ...fields.claims.id_token, acr: null, amr: null } }
  const source = { ...fields, claims, client: ctx.oidc.client, gty }
  await recordSignIn(materials, deployment, living.playerId, {
    sid: source.sid,
    clientId: client.clientId,
    sessionUid: source.sessionUid,
  })
  const { acr, amr } = session
  const refreshToken = new provider.RefreshToken({
    ...source,
    acr,
    amr,
    rotations: 0,
    scope: [...scopes, ...ofApi].join(' '),
    ...(resource === undefined ? {} : { resource }),
  })
  // Tokens for an API say by it how the player was authenticated.
  ctx.oidc.entity('RefreshToken', refreshToken)
  const accessToken = new provider.AccessToken(source)
  if (resource === undefined) {
    accessToken.claims = source.claims
    accessToken.scope = grant.getOIDCScopeFiltered(new Set(scopes))
  } else {
    const api = resourceFor(deployment, ctx, resource, client.clientId)
    accessToken.resourceServer = new provider.ResourceServer(resource, api)
    accessToken.scope = grant.getResourceScopeFiltered(resource, new Set(ofApi))
  }
  ctx.oidc.entity('AccessToken', accessToken)
  const access_token = await accessToken.save()
  ctx.body = {
    access_token,
    token_type: 'Bearer',
    expires_in: accessToken.expiration,
    scope: accessToken.scope,
    refresh_token: await refreshToken.save(),
    ...(await idTokenOf(exchange, { ...source, acr, amr }, scopes)),
  }
}

/** What a game asks for: without a scope, all that its client may have. */
function askedOf({ client, ctx }: Exchange) {
  const params = ctx.oidc.params ?? {}
  const { scope } = params as { readonly scope?: string }
  const asked = scope?.split(' ') ?? client.scopes
  const apis = askedResources(client, { ...params, scope })
  if (Array.isArray(apis.resource) || (params['resource'] !== undefined && !apis.resource)) {
    throw new errors.InvalidTarget()
  }
  return {
    resource: apis.resource,
    scopes: client.scopes.filter((one) => asked.includes(one)),
    ofApi: apis.scopes,
  }
}

type Fields = Awaited<ReturnType<typeof codeFields>>

interface Source extends Fields {
  readonly acr: string | undefined
  readonly amr: readonly string[] | undefined
}

async function idTokenOf(
  { provider, materials, deployment, ctx, client }: Exchange,
  { accountId, acr, amr, authTime, claims, sid }: Source,
  scopes: readonly string[],
): Promise<{ readonly id_token?: string }> {
  const account = await claimsOf(materials, deployment, accountId, client.clientId)
  if (!account || !scopes.includes('openid')) return {}
  const asked = claims.id_token
  const known = await account.claims('id_token', scopes.join(' '), asked, [])
  const available = { ...known, sub: accountId, acr, amr, auth_time: authTime }
  const idToken = new provider.IdToken(available, { ctx })
  Object.assign(idToken, { scope: 'openid', mask: asked, rejected: [] })
  idToken.set('sid', sid)
  return { id_token: await idToken.issue({ use: 'idtoken' }) }
}
