import { appendConsents } from '../../database/preferences/consents.ts'
import { keepOptIn, listOptIns } from '../../database/preferences/newsletters.ts'
import { handler } from '../../http/handler.ts'

/**
 * Opts the caller into a list or out of it. The list itself knows whether it is the platform's own,
 * so that `IsG2GOptIn` decides nothing. Refuses lists that are not offered; gated as the lists are.
 */
export const optInUser = handler(
  'optInUser',
  async ({ input: { body }, deployment, rules, services, caller, visitor, refuse }) => {
    if (!rules.hasConnectionsSection) throw refuse('ERROR_NOT_ALLOWED')
    const { database, clock } = services
    const { ListId: listId, IsOptIn: isOptIn } = body
    const playerId = caller.player_id
    await database.kysely.transaction().execute(async (transaction) => {
      const offered = await listOptIns(transaction, deployment.name, playerId)
      if (!offered.some((list) => list.ListId === listId)) throw refuse('ERROR_OPTIN_NOT_EXISTS')
      const now = clock.now()
      await keepOptIn(transaction, deployment.name, { playerId, listId, isOptIn }, now)
      const consent = { subject: `newsletter ${listId}`, accepted: isOptIn }
      const owner = { id: playerId, ip: visitor.ip }
      await appendConsents(transaction, deployment.name, owner, [consent], now)
    })
    return {}
  },
)
