import { listOptIns } from '../../database/preferences/newsletters.ts'
import { handler } from '../../http/handler.ts'

/**
 * The newsletter lists with the caller's choices. Refused where the portal's page of them does not
 * open, which is decided by the connections section: the newsletter flag hides the menu entry alone,
 * and whoever knows the address may use the page.
 */
export const listNewsletters = handler(
  'listNewsletters',
  async ({ deployment, rules, services, caller, refuse }) => {
    if (!rules.hasConnectionsSection) throw refuse('ERROR_NOT_ALLOWED')
    const { kysely } = services.database
    return { OptInList: await listOptIns(kysely, deployment.name, caller.player_id) }
  },
)
