import { listClientSessions } from '../../database/oidc/clientSessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { frontchannelFrames, frontchannelOrigins } from '../../tenants/frontchannel.ts'
import type { AuthServices } from '../authServices.ts'
import { handler } from '../handler.ts'

/**
 * Ends the caller's session and its whole family. Where players log in by a partner, the answer
 * names the partner's cookie that the portal must remove, if there is one. Where the session is known
 * to clients without a server, it names the pages of theirs that the portal must show in frames.
 */
export const logOut = handler(
  'logOut',
  async ({ deployment, rules, services, caller, response, report }) => {
    const frames = await framesOf(services, deployment, caller)
    await services.sessions.revoke(deployment, caller)
    response.clearSessionCookies()
    report('logout.succeeded')
    const slug = rules.signIn === 'by-partner' ? caller.partner : null
    return {
      CookieName: (slug && deployment.partners.get(slug)?.cookieName) || null,
      ...(frames.length > 0 ? { Frames: frames } : {}),
    }
  },
)

async function framesOf(
  { database }: Pick<AuthServices, 'database'>,
  deployment: Deployment,
  caller: { readonly player_id: number; readonly family: string },
): Promise<string[]> {
  if (frontchannelOrigins(deployment).length === 0) return []
  const { kysely } = database
  const sessions = await listClientSessions(kysely, deployment.name, caller)
  return frontchannelFrames(deployment, sessions)
}
