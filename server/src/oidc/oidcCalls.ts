import { handlerFor } from '../http/handler.ts'
import { legacyAuthorize } from './legacyAuthorize.ts'
import type { OidcServices } from './oidcServices.ts'

const handler = handlerFor<OidcServices>()

export const oidcCalls = {
  /**
   * Redirects a player to a client: answers the client's redirect URI with a one-time code, or the
   * portal's log-in for a visitor. An address that is not the client's is never answered.
   */
  authorize: handler(
    'authorize',
    async ({ input: { query }, deployment, services, caller, refuse }) => {
      const family = caller?.family ?? null
      return { RedirectUri: await legacyAuthorize({ services, deployment, query, family, refuse }) }
    },
  ),
}
