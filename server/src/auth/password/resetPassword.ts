import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { setPassword } from '../../database/accounts/credentials.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { recordAct } from '../acts/recordAct.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { type AuthContext, handler } from '../handler.ts'
import { passwordRefusal } from './passwordRefusal.ts'
import { verifyPassword } from './verifyPassword.ts'
import { requireRecentAuth } from './requireRecentAuth.ts'
import { ErrorCollector } from '../../platform/apiError.ts'

type Context = AuthContext<'resetPassword'>

/**
 * Sets a new password for the caller. The caller's own session goes on; everything else that
 * somebody may hold of the account ends. The old password is required where the rules say so; elsewhere it
 * is ignored and a recent authentication is required. All errors of the form are answered at once.
 */
export const resetPassword = handler(
  'resetPassword',
  async (context) => {
    const { input, inputErrors, deployment, rules, services, caller, response } = context
    const { refuse } = context
    const { Password, ConfirmPassword } = input.body
    const { kysely } = services.database
    const player = await findById(kysely, deployment.name, caller.player_id)
    if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')

    const errors = new ErrorCollector<'resetPassword'>(inputErrors)
    // Who has removed the password has no old one.
    const asksOld = rules.oldPassword === 'required' && player.password_hash !== null
    if (asksOld) await addOldPasswordError(context, player, errors)
    errors.add(passwordRefusal(deployment, player, Password))
    if (ConfirmPassword !== Password) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
    errors.throwIfAny()
    requireRecentAuth(context, 'resetPassword', { provesFirst: asksOld })

    const hash = await services.passwords.hash(Password)
    await inTransaction(kysely, (transaction) => reset(context, transaction, hash))
    response.setKnownBrowserCookie(player.id)
    return {}
  },
  { collectsErrors: true },
)

async function addOldPasswordError(
  context: Context,
  player: Player,
  errors: ErrorCollector<'resetPassword'>,
): Promise<void> {
  const { input } = context
  const property = 'OldPassword'
  const given = input.body.OldPassword ?? ''
  if (given === '') return errors.add('ERROR_PASSWORD_EMPTY', property)
  const verified = await verifyPassword(context, player, given)
  if (verified.outcome === 'locked') throw verified.refusal
  if (verified.outcome === 'wrong') errors.add('ERROR_USERNAME_PASSWORD_INCORRECT', property)
}

async function reset(context: Context, transaction: Executor, hash: string): Promise<void> {
  const { deployment, services, caller, refuse } = context
  const player = await lockCaller(transaction, deployment, caller)
  if (!player) throw refuse('ERROR_SEGA_RESET_PASSWORD')
  const How = player.password_hash === null ? 'first' : 'changed'
  const { family } = caller
  await recordAct(context, transaction, player, { act: 'password-set', shown: { How }, family })
  const at = services.clock.now()
  if (!(await setPassword(transaction, deployment.name, player.id, hash, at))) {
    throw refuse('ERROR_SEGA_RESET_PASSWORD')
  }
}
