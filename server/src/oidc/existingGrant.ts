import type { Grant, KoaContextWithOIDC, Provider, Session } from 'oidc-provider'
import { consentedScopes } from '../database/oidc/clientConsents.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { OidcMaterials } from './createOidc.ts'

/**
 * The grant of the request's client in the request's session; undefined where nothing is allowed.
 */
export async function existingGrant(
  materials: OidcMaterials,
  deployment: Deployment,
  { oidc }: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { client, session, provider } = oidc
  if (!client || !session) return undefined
  return grantOf(materials, deployment, provider, session, client.clientId)
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
  if (known && allowed.every((scope) => known.getOIDCScope().split(' ').includes(scope))) {
    return known
  }
  const grant = known ?? new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(allowed.join(' '))
  const grantId = await grant.save()
  session.grantIdFor(clientId, grantId)
  return grant
}
