import { NotFoundError } from '../../http/notFoundError.ts'
import { handler } from '../../http/handler.ts'

/**
 * The token of an identity value; 404 when it is unknown or came without its cookie. Every session
 * begins with this call, and from then on the browser may sign in at sites.
 */
export const readToken = handler(
  'readToken',
  async ({ input: { path }, deployment, services, visitor, answering }) => {
    const read = await services.sessions.read(deployment, path.identity, visitor)
    if (!read) throw new NotFoundError()
    if (read.family !== null) answering.setClientsCookie(read.family)
    return read.token
  },
)
