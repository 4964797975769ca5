import { handler } from '../../handler.ts'

/** Ends the caller's session everywhere it was refreshed into. No partner keeps a cookie of its own. */
export const logOut = handler(
  'logOut',
  async ({ deployment, services, caller, answering, report }) => {
    await services.sessions.revoke(deployment, caller)
    answering.dropSession()
    report('log-out')
    return { CookieName: null }
  },
)
