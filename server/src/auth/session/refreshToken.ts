import { findById } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'
import { notice } from '../../mail/notice.ts'

/**
 * Replaces a session by its successor and answers the successor's identity value. Reuse of an old
 * refresh value ends the whole family of sessions and is mailed to the player.
 */
export const refreshToken = handler(
  'refreshToken',
  async ({ input: { query }, deployment, services, visitor, answering, refuse, report }) => {
    const request = {
      accessToken: query.access_token,
      refreshToken: query.refresh_token,
      clientId: query.client_id,
    }
    const refreshed = await services.sessions.refresh(deployment, request, visitor)
    if (refreshed.outcome === 'refreshed') {
      answering.setSessionCookie(refreshed.root)
      return { AccessToken: refreshed.created }
    }
    if (refreshed.outcome === 'barred') throw refuse('ERROR_TOKEN_USER_INVALID')
    if (refreshed.outcome === 'reused') {
      report('session reused', refreshed.playerId)
      const { kysely } = services.database
      const player = await findById(kysely, deployment.name, refreshed.playerId)
      if (player) {
        const content = notice(deployment, player.username, 'sessionReuse')
        await kysely
          .transaction()
          .execute((transaction) =>
            services.outbox.post(transaction, deployment.name, player.email, content),
          )
      }
    }
    throw refuse('ERROR_TOKEN_INVALID_REFRESH')
  },
)
