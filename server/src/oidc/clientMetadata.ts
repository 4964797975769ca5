import type { ClientMetadata } from 'oidc-provider'
import { type OidcClient, sectorOf } from '../tenants/client.ts'

/** A client of a deployment's file in the words of the library. */
export function metadataOf(client: OidcClient): ClientMetadata {
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
