import { isSamePassword } from '@gatehouse/contract/fields'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { setPassword, voidPassword, writeFactors } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { changeSession } from '../../database/auth/sessionStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { recordAct, recordMailedAct } from '../security-acts/recordAct.ts'
import { mayMail } from '../security-acts/securityMails.ts'
import { type AuthContext, handler } from '../authServices.ts'
import { findCallerWithoutPartner, lockCaller, withLockedCaller } from '../session/lockCaller.ts'
import { passwordRefusal } from './passwordRefusal.ts'
import { requireRecentAuth } from './requireRecentAuth.ts'
import { requireWayIn } from './requireWayIn.ts'
import { requirePassword, verifyPassword } from './verifyPassword.ts'

type Context = AuthContext<'resetPassword'>

/**
 * Re-authenticates the caller by password: for the next 15 minutes this session may call whatever
 * requires a recent authentication. Refuses accounts without their own password.
 */
export const validatePassword = handler('validatePassword', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const { Password } = input.body
  if (Password === '') throw refuse('ERROR_PASSWORD_EMPTY')
  const player = await findCallerWithoutPartner(context)
  await requirePassword(context, player, Password)
  const at = services.clock.now()
  await inTransaction(services.database.kysely, async (transaction) => {
    const session = { player_id: player.id, id: caller.session_id }
    await changeSession(transaction, deployment.name, session, { authenticated_at: at })
    const shown = { Methods: ['pwd'] } as const
    const { family } = caller
    await recordAct(context, transaction, player, { act: 'proven', shown, family })
  })
  return {}
})

/**
 * Sets a new password for the caller. The caller's own session goes on; everything else that
 * another person may hold of the account ends. The old password is required where the rules say so;
 * elsewhere it is ignored and a recent authentication is required. All errors of the form are
 * answered at once.
 */
export const resetPassword = handler(
  'resetPassword',
  async (context) => {
    const { input, inputErrors, rules, services, response } = context
    const { Password, ConfirmPassword } = input.body
    const player = await findCallerWithoutPartner(context)
    const errors = new ErrorCollector<'resetPassword'>(inputErrors)
    // A player who has removed the password has no old one.
    const asksOld = rules.oldPassword === 'required' && player.password_hash !== null
    if (asksOld) await addOldPasswordError(context, player, errors)
    errors.add(await passwordRefusal(context, player, Password))
    if (!isSamePassword(ConfirmPassword, Password)) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
    errors.throwIfAny()
    requireRecentAuth(context, 'resetPassword', { passwordChecked: asksOld })

    const hash = await services.passwords.hash(Password)
    await inTransaction(services.database.kysely, (transaction) =>
      reset(context, transaction, hash),
    )
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
  const property = 'OldPassword'
  const given = context.input.body.OldPassword ?? ''
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
  await recordMailedAct(context, transaction, player, {
    act: 'password-set',
    shown: { How },
    before: { factors: player.factors },
    family,
  })
  const at = services.clock.now()
  if (!(await setPassword(transaction, deployment.name, player.id, hash, at))) {
    throw refuse('ERROR_SEGA_RESET_PASSWORD')
  }
}

/**
 * Removes the caller's password: from then on passkeys alone log in, or a mail link sets another
 * one. All other sessions end. Refuses where a lost device would lock the player out.
 */
export const removePassword = handler('removePassword', async (context) => {
  const { deployment, services, caller, response, refuse, report } = context
  if (caller.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, 'removePassword')
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  await withLockedCaller(context, async (transaction, player) => {
    const { factors } = player
    if (player.password_hash === null && (factors & factorBits.withoutPassword) !== 0) return
    const passkeys = await listPasskeysOf(transaction, deployment.name, player.id)
    requireWayIn('password', { hasPassword: false, passkeys, services: 0, factors })
    const { family } = caller
    const before = { factors }
    const act = { act: 'password-removed', shown: {}, before, family, isMailed } as const
    await recordMailedAct(context, transaction, player, act)
    const at = services.clock.now()
    await voidPassword(transaction, deployment.name, player.id, at)
    const bits = { with: factorBits.withoutPassword, since: at }
    await writeFactors(transaction, deployment.name, player.id, bits)
  })
  // The known browsers were forgotten, and this one is the player's.
  response.setKnownBrowserCookie(caller.player_id)
  report('password.removed')
  return {}
})
