import { writeLedger } from '../../database/auth/ledger.ts'
import { inTransaction } from '../../database/connection/inTransaction.ts'
import { paths } from '@gatehouse/contract/routes'
import { setPassword } from '../../database/accounts/credentials.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { distrust } from '../distrust/distrust.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { type AuthContext, handler } from '../services/handler.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { passwordRefusal } from '../password/passwordRefusal.ts'
import { verifyPassword } from './verifyPassword.ts'
import { requireRecentAuth } from './requireRecentAuth.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { publishCredentials, publishSessionsRevoked } from '../../webhooks/accessEvents.ts'

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
    const { refuse, report } = context
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
    report('password.changed')
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

async function reset(
  { deployment, services, caller, clientContext, refuse }: Context,
  transaction: Executor,
  hash: string,
): Promise<void> {
  const { name } = deployment
  const at = services.clock.now()
  const player = await lockCaller(transaction, deployment, caller)
  if (!player) throw refuse('ERROR_SEGA_RESET_PASSWORD')
  await distrust(transaction, player, 'password-changed', at, caller.family)
  if (!(await setPassword(transaction, name, player.id, hash, at))) {
    throw refuse('ERROR_SEGA_RESET_PASSWORD')
  }
  await writeLedger(transaction, {
    deployment: name,
    playerId: player.id,
    at,
    act: 'password-set',
    actor: 'player',
    shown: { How: player.password_hash === null ? 'first' : 'changed' },
    visitor: clientContext,
    family: caller.family,
  })
  const change = player.password_hash === null ? 'create' : 'update'
  const changed = { playerId: player.id, kind: 'password', change } as const
  await publishCredentials(services, transaction, deployment, changed)
  await publishSessionsRevoked(services, transaction, deployment, player.id)
  const occasion = { at, clientContext }
  const action = { path: paths.passwordRecovery }
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const content = accountNotice(deployment, reader, 'passwordChanged', occasion, action)
  const owner = { deployment: name, playerId: player.id }
  await services.outbox.postLater(transaction, owner, player.email, content, 'notices')
}
