import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import { keepOptIn, listOptIns } from '../../database/preferences/newsletterStatements.ts'
import { ownWords } from '../../deployments/readWording.ts'
import { handler } from '../accountServices.ts'

/** The newsletter lists with the caller's choices, each with its sentence in the studio's own words. */
export const listNewsletters = handler(
  'listNewsletters',
  async ({ deployment, services, caller, rules, clientContext }) => {
    const { kysely } = services.database
    const lists = await listOptIns(kysely, deployment.name, caller.player_id)
    const say = (text = '') => ownWords(deployment.wordings, clientContext.language, text)
    return {
      OptInList: lists.map((list) => ({
        ...list,
        Description: rules.goesBeyondSpecification ? say(list.Description) : undefined,
      })),
    }
  },
)

/**
 * Opts the caller into a list or out of it. The list itself is marked as the platform's own, so
 * `IsG2GOptIn` decides nothing. Refuses lists that are not offered.
 */
export const optInUser = handler(
  'optInUser',
  async ({ input: { body }, deployment, services, caller, clientContext, refuse }) => {
    const { database, clock } = services
    const { ListId: listId, IsOptIn: isOptIn } = body
    const playerId = caller.player_id
    await inTransaction(database.kysely, async (transaction) => {
      const offered = await listOptIns(transaction, deployment.name, playerId)
      if (!offered.some((list) => list.ListId === listId)) throw refuse('ERROR_OPTIN_NOT_EXISTS')
      const now = clock.now()
      await keepOptIn(transaction, deployment.name, { playerId, listId, isOptIn }, now)
      const consent = { subject: `newsletter ${listId}`, accepted: isOptIn }
      const owner = { id: playerId, ip: clientContext.ip }
      await appendConsents(transaction, deployment.name, owner, [consent], now)
    })
    return {}
  },
)
