import { lockPlayer } from '../../database/accounts/credentials.ts'
import { isRevoked } from '../../database/auth/sessions.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { UnauthorizedError } from '../../http/authenticate.ts'
import { handler } from '../handler.ts'
import { freezeAccount } from './freezeAccount.ts'

/**
 * Freezes the caller's account without another proof, because it only closes, and logs out everywhere. Of
 * several at once one does it, and all are answered alike.
 */
export const freeze = handler('freeze', async (context) => {
  const { deployment, services, caller, response } = context
  await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, caller.player_id)
    if (player?.frozen_at !== null) return
    if (await isRevoked(transaction, deployment.name, caller)) throw new UnauthorizedError()
    await freezeAccount(context, transaction, player, { family: caller.family })
  })
  response.clearSessionCookies()
  return {}
})
