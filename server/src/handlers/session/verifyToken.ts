import { handler } from '../../handler.ts'

/** In how many seconds a bearer of the client expires; refuses one that is not living. */
export const verifyToken = handler(
  'verifyToken',
  async ({ input: { query }, deployment, services, refuse }) => {
    const found = await services.sessions.callerOf(deployment, query.access_token)
    if (!found || found.client_id !== query.client_id) throw refuse('ERROR_TOKEN_INVALID')
    const milliseconds = found.bearer_expires_at.getTime() - services.clock.now().getTime()
    return { ExpiresIn: Math.ceil(milliseconds / 1000) }
  },
)
