import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { findById } from '../../database/accounts/players.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { notice } from '../../mail/mails.ts'
import { handler } from '../handler.ts'
import { NotFoundError } from '../../http/authenticate.ts'

/**
 * Answers the token of a session id; 404 when it is unknown or came without its cookie. Every
 * session begins with this call, and from then on the browser may sign in at clients.
 */
export const readToken = handler(
  'readToken',
  async ({ input: { path }, deployment, services, clientContext, response, report }) => {
    const { sessions } = services
    const read = await sessions.read(deployment, path.identity, clientContext)
    if (!read) {
      const owner = await sessions.playerOfSessionId(deployment, path.identity)
      if (owner !== null) report('session.secret_missing', owner)
      throw new NotFoundError()
    }
    const { token, family } = read
    if (family !== null) response.setClientsCookie({ family, playerId: token.Id_User })
    return token
  },
)

/**
 * Replaces a session by its successor and answers the successor's session id. Reuse of an old
 * refresh value ends the whole family of sessions and sends the player a notice.
 */
export const refreshToken = handler(
  'refreshToken',
  async ({ input: { query }, deployment, services, clientContext, response, refuse, report }) => {
    const request = {
      accessToken: query.access_token,
      refreshToken: query.refresh_token,
      clientId: query.client_id,
    }
    const refreshed = await services.sessions.refresh(deployment, request, clientContext)
    if (refreshed.outcome === 'refreshed') {
      response.setSessionCookie(refreshed.root)
      return { AccessToken: refreshed.created }
    }
    if (refreshed.outcome === 'barred') throw refuse('ERROR_TOKEN_USER_INVALID')
    if (refreshed.outcome === 'reused') {
      report('refresh_token.reused', refreshed.playerId)
      const { kysely } = services.database
      const player = await findById(kysely, deployment.name, refreshed.playerId)
      if (player) {
        const language = mailLanguageOf(deployment, player, clientContext)
        const reader = { username: player.username, language }
        const content = notice(deployment, reader, 'sessionReuse')
        const owner = { deployment: deployment.name, playerId: player.id }
        await inTransaction(kysely, (transaction) =>
          services.outbox.postLater(transaction, owner, player.email, content, 'notices'),
        )
      }
    }
    throw refuse('ERROR_TOKEN_INVALID_REFRESH')
  },
)

/** Answers the seconds until a bearer of the client expires; refuses one that is not living. */
export const verifyToken = handler(
  'verifyToken',
  async ({ input: { query }, deployment, services, refuse }) => {
    const { access_token: bearer, client_id: clientId } = query
    const found = await services.sessions.authenticate(deployment, bearer)
    if (!found || found.client_id !== clientId) throw refuse('ERROR_TOKEN_INVALID')
    const milliseconds = found.access_token_expires_at.getTime() - services.clock.now().getTime()
    return { ExpiresIn: Math.ceil(milliseconds / 1000) }
  },
)

/** Answers the host patterns to which the portal may redirect a player. */
export const listAllowedRedirectDomains = handler(
  'listAllowedRedirectDomains',
  async ({ deployment }) => [...deployment.allowedRedirectDomains],
)
