import { handler } from '../../http/handler.ts'

/** In how many seconds a bearer of the client expires; refuses one that is not living. */
export const verifyToken = handler(
  'verifyToken',
  async ({ input: { query }, deployment, services, visitor, refuse }) => {
    const { access_token: bearer, client_id: clientId } = query
    const found = await services.sessions.authenticate(deployment, bearer, visitor.asksAnew)
    if (!found || found.client_id !== clientId) throw refuse('ERROR_TOKEN_INVALID')
    const milliseconds = found.bearer_expires_at.getTime() - services.clock.now().getTime()
    return { ExpiresIn: Math.ceil(milliseconds / 1000) }
  },
)
