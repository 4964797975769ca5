import type { Grant, KoaContextWithOIDC, Provider, Session } from 'oidc-provider'
import { consentedScopes } from '../../database/oidc/clientConsents.ts'
import { clientScopes, type OidcClient } from '../../deployments/client.ts'
import { claimsOfScopes } from '../provider/scopeClaims.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { OidcMaterials } from '../provider/oidcServices.ts'

/** The grant of the request's client in the request's session; undefined where nothing is allowed. */
export async function existingGrant(
  materials: OidcMaterials,
  deployment: Deployment,
  { oidc: { client, session, provider } }: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  return client && session && grantOf(materials, deployment, provider, session, client.clientId)
}

/**
 * The grant of a client in a session, with all claims that the client may read: the deployment
 * allows its own clients, and players allow all others. A repeated code or refresh token revokes a
 * grant; then this replaces it.
 */
export async function grantOf(
  { database }: OidcMaterials,
  deployment: Deployment,
  provider: Provider,
  session: Session,
  clientId: string,
): Promise<Grant | undefined> {
  const { accountId } = session
  const client = deployment.clients.get(clientId)
  if (!client || accountId === undefined) return undefined
  const consent = { deployment: deployment.name, playerId: Number(accountId), clientId }
  const allowed = client.firstParty
    ? client.scopes
    : await consentedScopes(database.kysely, consent)
  if (allowed.length === 0) return undefined
  const kept = session.grantIdFor(clientId)
  const known = kept === undefined ? undefined : await provider.Grant.find(kept)
  const scopes = clientScopes.filter((scope) => allowed.includes(scope))
  const claims = claimsOfScopes(client, scopes)
  if (known && hasAll(known.getOIDCScope().split(' '), scopes)) {
    if (hasAll(known.getOIDCClaims(), claims) && hasResources(known, client)) return known
  }
  const grant = known ?? new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(scopes.join(' '))
  grant.addOIDCClaims(claims)
  for (const [identifier, names] of Object.entries(client.resources)) {
    grant.addResourceScope(identifier, names.join(' '))
  }
  const grantId = await grant.save()
  session.grantIdFor(clientId, grantId)
  return grant
}

function hasResources(grant: Grant, { resources }: OidcClient): boolean {
  return Object.entries(resources).every(([identifier, names]) =>
    hasAll(grant.getResourceScope(identifier).split(' '), names),
  )
}

function hasAll(those: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => those.includes(one))
}

/** Puts the claims into a request's ID token that each has, and those that the client's entry wishes. */
export function askIdTokenClaims({ clients }: Deployment, { oidc }: KoaContextWithOIDC): void {
  const client = clients.get(oidc.client?.clientId ?? '')
  if (!client) return
  const wished = idTokenClaimsOf(client, [...oidc.requestParamScopes])
  oidc.claims.id_token = { ...wished, ...oidc.claims.id_token, ...always }
}

/** The fields that a code has of its session and grant. The session keeps the client from now on. */
export async function codeFields(
  session: Session,
  grantId: string,
  client: OidcClient,
  scopes: readonly string[],
) {
  session.ensureClientContainer(client.clientId)
  await session.persist()
  return {
    accountId: String(session.accountId),
    grantId,
    sessionUid: session.uid,
    expiresWithSession: true,
    authTime: session.authTime(),
    sid: session.sidFor(client.clientId),
    claims: { id_token: { ...idTokenClaimsOf(client, scopes), ...always } },
  }
}

/** A client may always ask how long ago its player has logged in. */
const always = { auth_time: { essential: true } }

/** The claims of scopes in the form of the `claims` parameter; none for a client without the wish. */
function idTokenClaimsOf(client: OidcClient, asked: readonly string[]): Record<string, null> {
  if (!client.idTokenClaims) return {}
  const scopes = client.scopes.filter((scope) => asked.includes(scope))
  return Object.fromEntries(claimsOfScopes(client, scopes).map((claim) => [claim, null]))
}
