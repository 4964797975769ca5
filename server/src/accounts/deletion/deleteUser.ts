import { findById } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'
import { verifyPassword } from '../../auth/password/verifyPassword.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { depart, departureOf } from './requestDeletion.ts'

/**
 * Deletes the caller's account after its password, which counts as every other attempt at it does.
 * Refused where accounts are a partner's, and for an account whose partner proves the player: it has
 * no password to ask for.
 */
export const deleteUser = handler(
  'deleteUser',
  async (context) => {
    const { input, deployment, rules, services, caller, refuse } = context
    const { Password } = input.body
    const { player_id } = caller
    if (!rules.hasDeletionSection || rules.deletionCall !== 'deleteUser') {
      throw refuse('ERROR_NOT_ALLOWED')
    }
    const player = await findById(services.database.kysely, deployment.name, player_id)
    if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
    const departure = await departureOf(context, player)
    const wrong = new ErrorCollector<'deleteUser'>()
    if (Password === '') wrong.add('ERROR_USERNAME_PASSWORD_INCORRECT', 'Password')
    wrong.throwIfAny()
    const proof = await verifyPassword(context, player, Password)
    if (proof.outcome === 'locked') throw refuse('ERROR_TOO_MANY_ATTEMPTS', proof)
    if (proof.outcome === 'wrong') {
      throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT', { property: 'Password' })
    }
    await depart(context, departure)
    return {}
  },
  { collectsErrors: true },
)
