import { markCookiePopupSeen } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'

/** Remembers that the caller has answered the cookie banner, on whatever device. */
export const seeCookiePopup = handler(
  'seeCookiePopup',
  async ({ deployment, services, caller }) => {
    await markCookiePopupSeen(services.database.kysely, deployment.name, caller.player_id)
    return {}
  },
)
