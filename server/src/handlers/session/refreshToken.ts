import { findById } from '../../database/players.ts'
import { handler } from '../../handler.ts'
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
    switch (refreshed.outcome) {
      case 'refreshed':
        answering.keepSession(refreshed.root)
        return { AccessToken: refreshed.created }
      case 'barred':
        throw refuse('ERROR_TOKEN_USER_INVALID')
      case 'reused': {
        report('session reused', refreshed.playerId)
        const { kysely } = services.database
        const player = await findById(kysely, deployment.name, refreshed.playerId)
        if (player) {
          await kysely.transaction().execute((transaction) => {
            const content = notice(deployment, player.username, 'sessionReuse')
            return services.outbox.post(transaction, player.email, content)
          })
        }
        throw refuse('ERROR_TOKEN_INVALID_REFRESH')
      }
      case 'invalid':
        throw refuse('ERROR_TOKEN_INVALID_REFRESH')
    }
  },
)
