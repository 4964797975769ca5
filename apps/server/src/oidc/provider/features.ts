import { compactVerify, type JWK } from 'jose'
import { type Configuration, type KoaContextWithOIDC, type Client, errors } from 'oidc-provider'
import {
  type OidcClient,
  hasKeys,
  type SigningAlgorithm,
  signingAlgorithms,
} from '../../deployments/client.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { issuerOf } from '../../deployments/issuerOf.ts'
import type { OidcMaterials } from './oidcServices.ts'
import { mayIntrospect, resourceFor, usualResource } from './resourceTokens.ts'

/*
 * The features of the library, switched on where a client of the deployment has it: the discovery document
 * lists nothing that no client has.
 */

/** The features for a studio's own APIs. */
export function apiFeatures({ key }: OidcMaterials, deployment: Deployment) {
  const clients = [...deployment.clients.values()]
  const has = (is: (client: OidcClient) => boolean) => clients.some((client) => is(client))
  return {
    clientCredentials: { enabled: has(({ grants }) => grants.includes('client_credentials')) },
    dPoP: {
      enabled: has(({ dpop }) => dpop),
      // Servers with the same first key make the same nonces; a client with another one is given a new nonce.
      nonceSecret: Buffer.from(key.dpopNonces[0]),
    },
    introspection: {
      enabled: has(({ introspects }) => introspects.length > 0),
      allowedPolicy: (_, { clientId }, token) => mayIntrospect(deployment, clientId, token),
    },
    pushedAuthorizationRequests: { enabled: has(({ requirePar }) => requirePar) },
    resourceIndicators: {
      enabled: has(({ resources }) => Object.keys(resources).length > 0),
      getResourceServerInfo: (ctx, identifier, { clientId }) =>
        resourceFor(deployment, ctx, identifier, clientId),
      defaultResource: (ctx, { clientId }, oneOf) =>
        usualResource(deployment, ctx, clientId, oneOf),
    },
  } as const satisfies Configuration['features']
}

/** How clients prove that they are themselves, and the algorithms of all signatures. */
export function authenticationOf({ clock }: OidcMaterials, deployment: Deployment) {
  const withKeys = [...deployment.clients.values()].some((client) => hasKeys(client))
  return {
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'none',
      ...(withKeys ? (['private_key_jwt'] as const) : []),
    ],
    enabledJWA: {
      // None is a shared secret.
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      dPoPSigningAlgValues: ['ES256', 'EdDSA', 'Ed25519', 'RS256', 'PS256'],
      idTokenSigningAlgValues: idTokenAlgorithmsOf(deployment),
    },
    assertJwtClientAuthClaimsAndHeader: (ctx, claims, _, client) =>
      checkAssertion(deployment, ctx, claims, client, clock.now()),
  } as const satisfies Configuration
}

/** Seconds that a client's assertion may live: its id is kept so long. */
const maxAssertionSeconds = 3600

/** The library's types leave out where it keeps a client's keys. */
interface WithKeys {
  readonly asymmetricKeyStore: Iterable<JWK> & {
    readonly stale: () => boolean
    readonly refresh: () => Promise<void>
  }
}

/**
 * Looks at a client's assertion once more, whose signature the library has found right. Refuses one that
 * could be shown for years, and one by a key that the client has taken from its address: the library
 * fetches again only where no key fits. While the address does not answer, the known keys count.
 */
async function checkAssertion(
  deployment: Deployment,
  { oidc }: KoaContextWithOIDC,
  { exp, aud }: Readonly<Record<string, unknown>>,
  client: Client,
  now: Date,
): Promise<void> {
  if (Number(exp) > now.getTime() / 1000 + maxAssertionSeconds) throw new errors.InvalidClientAuth()
  const { requirePar, dpop } = deployment.clients.get(client.clientId) ?? {}
  // Another server could have asked for one that names several, to show it here (FAPI 2.0, 5.3.2.1).
  if (requirePar && dpop && aud !== issuerOf(deployment)) {
    throw new errors.InvalidClientAuth('the assertion has to name the issuer alone as its audience')
  }
  const { asymmetricKeyStore: keys } = client as unknown as WithKeys
  if (!keys.stale()) return
  await keys.refresh().catch(() => undefined)
  const assertion = String(oidc.params?.['client_assertion'])
  for (const key of keys) {
    if ((await compactVerify(assertion, key).catch(() => null)) !== null) return
  }
  throw new errors.InvalidClientAuth()
}

/** The algorithms of a deployment's ID tokens. Every provider has RS256. */
function idTokenAlgorithmsOf({ clients }: Deployment): SigningAlgorithm[] {
  const asked = new Set([...clients.values()].map((client) => client.idTokenSignedResponseAlg))
  return signingAlgorithms.filter((one) => one === 'RS256' || asked.has(one))
}

/** The algorithms that a deployment needs a key of: for ID tokens, and for its APIs. */
export function signingAlgorithmsOf(deployment: Deployment): SigningAlgorithm[] {
  const ofApis = new Set([...deployment.resources.values()].map(({ signingAlg }) => signingAlg))
  const ofClients = idTokenAlgorithmsOf(deployment)
  return signingAlgorithms.filter((one) => ofApis.has(one) || ofClients.includes(one))
}
