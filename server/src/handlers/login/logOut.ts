import { handler } from '../../handler.ts'

/**
 * Ends the caller's session everywhere it was refreshed into; names the cookie of the partner who
 * proved the player, where that partner has one for the portal to remove.
 */
export const logOut = handler(
  'logOut',
  async ({ deployment, services, caller, answering, report }) => {
    await services.sessions.revoke(deployment, caller.family)
    answering.dropSession()
    report('log-out')
    const partner = caller.partner === null ? undefined : deployment.partners.get(caller.partner)
    return { CookieName: partner?.cookieName || null }
  },
)
