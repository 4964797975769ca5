import { handler } from '../handler.ts'
import { readActivity } from './readActivity.ts'

const page = 50

/** Answers what was done to the caller's account, a page at a time, the newest first. */
export const listActivity = handler(
  'listActivity',
  ({ input: { query }, deployment, services, caller }) => {
    const player = { deployment: deployment.name, id: caller.player_id }
    const which = { ...query, limit: page }
    return readActivity(services.database.kysely, player, which, caller.family)
  },
)
