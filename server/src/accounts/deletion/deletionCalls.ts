import { findById } from '../../database/accounts/players.ts'
import { listDeletionTypesOf } from '../../database/accounts/deletionTypes.ts'
import { factorBits } from '../../database/schema/values.ts'
import { handler } from '../handler.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { verifyPassword } from '../../auth/password/verifyPassword.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { deleteAccount, readDeletionRequest } from './requestDeletion.ts'

/** The reasons for a deletion that a player can choose from. */
export const listDeletionTypes = handler('listDeletionTypes', async ({ deployment, services }) => {
  return { DeletionTypes: await listDeletionTypesOf(services.database.kysely, deployment.name) }
})

/**
 * Deletes the caller's account after its password, whose attempts count as usual; a player without
 * one has proven it at most 15 minutes ago. Refuses an account of a partner's player, because it has
 * no password.
 */
export const deleteUser = handler(
  'deleteUser',
  async (context) => {
    const { input, deployment, services, caller, refuse } = context
    const { Password } = input.body
    const { player_id } = caller
    const player = await findById(services.database.kysely, deployment.name, player_id)
    if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
    const request = await readDeletionRequest(context, player)
    if ((player.factors & factorBits.withoutPassword) !== 0) {
      requireRecentAuth(context, 'deleteUser')
      await deleteAccount(context, request)
      return {}
    }
    const wrong = new ErrorCollector<'deleteUser'>()
    if (Password === '') wrong.add('ERROR_USERNAME_PASSWORD_INCORRECT', 'Password')
    wrong.throwIfAny()
    const verified = await verifyPassword(context, player, Password)
    if (verified.outcome === 'locked') throw verified.refusal
    if (verified.outcome === 'wrong') {
      throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT', { property: 'Password' })
    }
    requireRecentAuth(context, 'deleteUser', { provesFirst: true })
    await deleteAccount(context, request)
    return {}
  },
  { collectsErrors: true },
)

/**
 * Deletes the caller's account without a password, after a log-in through the partner at most 15
 * minutes ago. Refuses every account with a password of its own, so that this call cannot avoid it.
 */
export const deletePartnerUser = handler(
  'deletePartnerUser',
  async (context) => {
    const { deployment, services, caller, refuse } = context
    const player = await findById(services.database.kysely, deployment.name, caller.player_id)
    if (player?.auth_type !== 2) throw refuse('ERROR_NOT_ALLOWED')
    requireRecentAuth(context, 'deletePartnerUser')
    await deleteAccount(context, await readDeletionRequest(context, player))
    return {}
  },
  { collectsErrors: true },
)
