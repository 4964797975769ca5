import { handler } from '../services/handler.ts'

/**
 * Ends the caller's session and its whole family. Where players log in by a partner, the answer
 * names the partner's cookie that the portal must remove, if there is one.
 */
export const logOut = handler(
  'logOut',
  async ({ deployment, rules, services, caller, response, report }) => {
    await services.sessions.revoke(deployment, caller)
    response.clearSessionCookies()
    report('logout.succeeded')
    const slug = rules.signIn === 'by-partner' ? caller.partner : null
    return { CookieName: (slug && deployment.partners.get(slug)?.cookieName) || null }
  },
)
