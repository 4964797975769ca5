import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { type OidcClient, hasKeys } from '../../tenants/client.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { OidcMaterials } from './oidcServices.ts'
import { idTokenAlgorithmsOf } from '../keys/signingAlgorithmsOf.ts'
import { mayIntrospect, resourceFor, usualResource } from './resourceTokens.ts'

/*
 * The features of the library, switched on where a client of the deployment has it: the discovery document
 * lists nothing that no client has.
 */

/** By which algorithms clients sign what proves them; none is a shared secret. */
const clientAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const

function someClient({ clients }: Deployment, has: (client: OidcClient) => boolean): boolean {
  return [...clients.values()].some((client) => has(client))
}

type Features = NonNullable<Configuration['features']>

/** The features for a studio's own APIs. */
export function apiFeatures({ key }: OidcMaterials, deployment: Deployment) {
  const has = (is: (client: OidcClient) => boolean) => someClient(deployment, is)
  return {
    clientCredentials: { enabled: has(({ grants }) => grants.includes('client_credentials')) },
    dPoP: {
      enabled: has(({ dpop }) => dpop),
      // Every server makes the same nonces, and knows those of the others.
      nonceSecret: Buffer.from(key.dpopNonces[0]),
    },
    introspection: {
      enabled: has(({ introspects }) => introspects.length > 0),
      allowedPolicy: (
        _: KoaContextWithOIDC,
        { clientId }: { readonly clientId: string },
        token: Parameters<typeof mayIntrospect>[2],
      ) => mayIntrospect(deployment, clientId, token),
    },
    pushedAuthorizationRequests: { enabled: has(({ requirePar }) => requirePar) },
    resourceIndicators: {
      enabled: has(({ resources }) => Object.keys(resources).length > 0),
      getResourceServerInfo: (
        ctx: KoaContextWithOIDC,
        identifier: string,
        { clientId }: { readonly clientId: string },
      ) => resourceFor(deployment, ctx, identifier, clientId),
      defaultResource: (
        ctx: KoaContextWithOIDC,
        { clientId }: { readonly clientId: string },
        oneOf?: readonly string[],
      ) => usualResource(deployment, ctx, clientId, oneOf),
    },
  } as const satisfies Features
}

/** How clients prove that they are themselves, and by which algorithms who signs. */
export function authenticationOf(deployment: Deployment) {
  const withKeys = someClient(deployment, hasKeys)
  return {
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'none',
      ...(withKeys ? (['private_key_jwt'] as const) : []),
    ],
    enabledJWA: {
      clientAuthSigningAlgValues: [...clientAlgorithms],
      dPoPSigningAlgValues: ['ES256', 'EdDSA', 'Ed25519', 'RS256', 'PS256'],
      idTokenSigningAlgValues: idTokenAlgorithmsOf(deployment),
    },
  } as const
}
