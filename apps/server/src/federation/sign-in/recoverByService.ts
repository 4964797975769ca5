import { findCaseLink, addProofs } from '../../auth/account-protection/recoverByLink.ts'
import { longLinked } from '../../auth/account-protection/openRecovery.ts'
import { asksOf } from '../../auth/account-protection/safetyLinks.ts'
import { consumeForVisitor } from '../../auth/rate-limits/consumeByBrowser.ts'
import { findConnection } from '../../database/federation/connectionStatements.ts'
import { refuse } from '../../platform/apiError.ts'
import { accountHandler as handler } from './signInServices.ts'
import { proveAccount, startServiceFlow } from './serviceFlow.ts'

/** Starts a proof of the linked account of whoever holds the link of a recovery case. */
export const recoveryServiceUrl = handler('recoveryServiceUrl', async (context) => {
  const { input, services } = context
  const found = await findCaseLink(context, input.body.Link)
  await asksOf(context, services.database.kysely, found)
  await consumeForVisitor(context, 'serviceAuthorizations')
  const of = { player_id: found.player.id, family: null }
  return startServiceFlow(context, input.path.service, { of })
})

/** Adds the account of a service to the case of a link. Refuses one that has not been linked for long. */
export const addRecoveryService = handler('addRecoveryService', async (context) => {
  const { input, deployment, services } = context
  const found = await findCaseLink(context, input.body.Link)
  const { kysely } = services.database
  await asksOf(context, kysely, found)
  const { player } = found
  const of = { player_id: player.id, family: null }
  const proven = await proveAccount(context, input.path.service, input.body.Query, of)
  const { service, account } = proven
  const link = await findConnection(kysely, deployment.name, service, account.accountId)
  if (link?.player_id !== player.id) throw refuse('ERROR_SERVICE_DENIED')
  const linked = await longLinked(context, kysely, player)
  if (!linked.includes(service)) throw refuse('ERROR_RECOVERY_NOT_ENOUGH')
  return addProofs(context, found, ['service'])
})
