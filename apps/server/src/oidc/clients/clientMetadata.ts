import type { ClientMetadata } from 'oidc-provider'
import { hasKeys, type OidcClient, sectorOf } from '../../deployments/client.ts'

/** A client of a deployment's file in the words of the library. */
export function metadataOf(client: OidcClient): ClientMetadata {
  const { clientId, clientSecret, backchannelLogoutUri } = client
  const signsPlayersIn = client.grants.includes('authorization_code')
  // Only a client with an address is answered there; devices see `enableDeviceGrant`.
  const hasAddress = signsPlayersIn && client.redirectUris.length > 0
  return {
    client_id: clientId,
    client_name: client.name,
    ...(clientSecret === undefined
      ? { token_endpoint_auth_method: hasKeys(client) ? 'private_key_jwt' : 'none' }
      : { client_secret: clientSecret }),
    ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
    ...(client.jwksUri === undefined ? {} : { jwks_uri: client.jwksUri }),
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(backchannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
    scope: client.scopes.join(' '),
    ...(sectorOf(client) === null || !signsPlayersIn
      ? {}
      : {
          subject_type: 'pairwise' as const,
          // The library asks for one where a client has several hosts, and never reads it.
          sector_identifier_uri: 'https://sector.invalid/',
        }),
    application_type: client.applicationType,
    grant_types: [
      ...(hasAddress ? ['authorization_code'] : []),
      ...(signsPlayersIn ? ['refresh_token'] : []),
      ...client.grants.filter((grant) => grant !== 'authorization_code'),
    ],
    response_types: hasAddress ? ['code'] : [],
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    // The library knows a wish only where its feature is on.
    ...(client.requirePar ? { require_pushed_authorization_requests: true } : {}),
    ...(client.dpop ? { dpop_bound_access_tokens: true } : {}),
  }
}
