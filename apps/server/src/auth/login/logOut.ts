import { listClientSessions } from '../../database/oidc/clientSessions.ts'
import { frontchannelFrames, frontchannelOrigins } from '../../deployments/frontchannel.ts'
import { handler, type PlayerCall } from '../authServices.ts'

/**
 * Ends the caller's session and its whole family. Where players log in by a partner, the answer
 * names the partner's cookie that the portal must remove, if there is one. Where the session is known
 * to clients without a server, it names the pages of theirs that the portal must show in frames.
 */
export const logOut = handler('logOut', async (context) => {
  const { deployment, rules, services, caller, response, report } = context
  const frames = await framesOf(context)
  await services.sessions.revoke(deployment, caller)
  response.clearSessionCookies()
  report('logout.succeeded')
  const slug = rules.signIn === 'by-partner' ? caller.partner : null
  return {
    CookieName: (slug && deployment.partners.get(slug)?.cookieName) || null,
    ...(frames.length > 0 ? { Frames: frames } : {}),
  }
})

async function framesOf({ deployment, services, caller }: PlayerCall): Promise<string[]> {
  if (frontchannelOrigins(deployment).length === 0) return []
  const { kysely } = services.database
  const sessions = await listClientSessions(kysely, deployment.name, caller)
  return frontchannelFrames(deployment, sessions)
}
