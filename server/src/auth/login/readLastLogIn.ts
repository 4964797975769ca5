import { latestLogInBesides } from '../../database/auth/sessions.ts'
import { handler } from '../handler.ts'

/**
 * Answers when the caller's account was last logged in to besides the caller's own log-in; null
 * where the sessions that are kept know of none.
 */
export const readLastLogIn = handler('readLastLogIn', async ({ deployment, services, caller }) => {
  const { kysely } = services.database
  const at = await latestLogInBesides(kysely, deployment.name, caller.player_id, caller.family)
  return { LastLogInAt: at?.toISOString() ?? null }
})
