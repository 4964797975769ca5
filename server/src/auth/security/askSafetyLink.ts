import { keyOf } from '../../database/accounts/players.ts'
import { findLoginCandidate } from '../../database/auth/loginCandidates.ts'
import { inTransaction } from '../../database/connection/inTransaction.ts'
import { consumeForPlayer } from '../abuse/consumeByAddress.ts'
import { mailSafetyLink } from '../safety-links/mailSafetyLink.ts'
import { handler } from '../services/handler.ts'

/**
 * Mails the way back into a frozen account to its address; older links end. Answers the same whoever is asked
 * for.
 */
export const askSafetyLink = handler('askSafetyLink', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { UsernameOrEmail } = input.body
  if (UsernameOrEmail === '') throw refuse('ERROR_USERNAME_EMPTY', { property: 'UsernameOrEmail' })
  const { database, clock, rateLimiter } = services
  const { ip } = clientContext
  const { name } = deployment
  const { player } = await findLoginCandidate(database, name, UsernameOrEmail, ip, clock.now())
  const admission = await consumeForPlayer(context, 'safetyLinkRequests', player)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  if (!player || player.frozen_at === null) return {}
  const mails = await rateLimiter.consume(deployment, 'mailsToAddress', keyOf(player.email))
  if (!mails.isAdmitted) return {}
  await inTransaction(database.kysely, (transaction) =>
    mailSafetyLink(services, transaction, deployment, player, 'frozen', clientContext),
  )
  return {}
})
