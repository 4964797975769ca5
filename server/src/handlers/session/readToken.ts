import { NotFound } from '../../notFound.ts'
import { handler } from '../../handler.ts'

/** The token of an identity value; 404 when it is unknown or came without its cookie. */
export const readToken = handler(
  'readToken',
  async ({ input: { path }, deployment, services, visitor }) => {
    const token = await services.sessions.read(deployment, path.identity, visitor.sessionRoot)
    if (!token) throw new NotFound()
    return token
  },
)
