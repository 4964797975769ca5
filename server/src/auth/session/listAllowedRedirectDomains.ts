import { handler } from '../../http/handler.ts'

/** Host patterns to which the portal may send a player. */
export const listAllowedRedirectDomains = handler(
  'listAllowedRedirectDomains',
  async ({ deployment }) => [...deployment.allowedRedirectDomains],
)
