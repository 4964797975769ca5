import { handler } from '../http/handler.ts'
import { legacyAuthorize } from './legacyAuthorize.ts'

/**
 * Hands a player over to a site: answers the site's redirect URI with a one-time code, or the
 * portal's log-in for an anonymous visitor. Nobody is ever sent to an address that is not the site's.
 */
export const authorize = handler(
  'authorize',
  async ({ input: { query }, deployment, services, caller, refuse }) => {
    const family = caller?.family ?? null
    return { RedirectUri: await legacyAuthorize({ services, deployment, query, family, refuse }) }
  },
)
