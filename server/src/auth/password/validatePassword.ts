import { findById } from '../../database/accounts/players.ts'
import { markAuthenticated } from '../../database/auth/sessions.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { recordAct } from '../acts/recordAct.ts'
import { handler } from '../handler.ts'
import { verifyPassword } from './verifyPassword.ts'

/**
 * Re-authenticates the caller by password: for the next 15 minutes this session may do what
 * requires a recent authentication. Refuses accounts without a password of their own.
 */
export const validatePassword = handler('validatePassword', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const { Password } = input.body
  if (Password === '') throw refuse('ERROR_PASSWORD_EMPTY')
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, caller.player_id)
  if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
  const verified = await verifyPassword(context, player, Password)
  if (verified.outcome === 'locked') throw verified.refusal
  if (verified.outcome === 'wrong') {
    throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT', { property: 'Password' })
  }
  const at = services.clock.now()
  await inTransaction(kysely, async (transaction) => {
    await markAuthenticated(transaction, deployment.name, caller, at)
    const shown = { Methods: ['pwd'] } as const
    const { family } = caller
    await recordAct(context, transaction, player, { act: 'proven', shown, family })
  })
  return {}
})
