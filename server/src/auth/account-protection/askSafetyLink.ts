import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { findLoginCandidate } from '../../database/auth/loginCandidates.ts'
import { consumeForPlayer } from '../rate-limits/consumeByAddress.ts'
import { mailAbout, mayMail } from '../acts/securityMails.ts'
import { handler } from '../handler.ts'

/**
 * Mails the way back into a frozen account to its address; older links end. Answers the same whoever is asked
 * for.
 */
export const askSafetyLink = handler('askSafetyLink', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { UsernameOrEmail } = input.body
  if (UsernameOrEmail === '') throw refuse('ERROR_USERNAME_EMPTY', { property: 'UsernameOrEmail' })
  const { database, clock } = services
  const { ip } = clientContext
  const { name } = deployment
  const { player } = await findLoginCandidate(database, name, UsernameOrEmail, ip, clock.now())
  const admission = await consumeForPlayer(context, 'safetyLinkRequests', player)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  if (!player || player.frozen_at === null) return {}
  if (!(await mayMail(context, player.email, 'mailsToAddress'))) return {}
  await inTransaction(database.kysely, (transaction) =>
    mailAbout(context, transaction, player, { name: 'frozen' }),
  )
  return {}
})
