import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { requirePassword } from '../../auth/password/verifyPassword.ts'
import { findCallerWithoutPartner, lockCaller } from '../../auth/session/lockCaller.ts'
import { listDeletionTypesOf } from '../../database/accounts/deletionTypes.ts'
import { findById, keyOf, type Player } from '../../database/accounts/players.ts'
import type { DeletionRequest } from '../../database/operations/erasePlayer.ts'
import { factorBits } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { type AccountContext, handler } from '../accountServices.ts'
import { eraseAccount } from './eraseAccount.ts'
import { askForDeletion } from './waitingDeletions.ts'

/** The reasons for a deletion that a player can choose from. */
export const listDeletionTypes = handler('listDeletionTypes', async ({ deployment, services }) => {
  return { DeletionTypes: await listDeletionTypesOf(services.database.kysely, deployment.name) }
})

/**
 * Deletes the caller's account after its password, whose attempts count as usual; a player without
 * one has re-authenticated at most 15 minutes ago. Refuses an account of a partner's player,
 * because it has no password.
 */
export const deleteUser = handler(
  'deleteUser',
  async (context) => {
    const { Password } = context.input.body
    const player = await findCallerWithoutPartner(context)
    const request = await readDeletionRequest(context, player)
    const hasPassword = (player.factors & factorBits.withoutPassword) === 0
    if (hasPassword && Password === '') {
      throw context.refuse('ERROR_USERNAME_PASSWORD_INCORRECT', { property: 'Password' })
    }
    if (hasPassword) await requirePassword(context, player, Password)
    requireRecentAuth(context, 'deleteUser', { passwordChecked: hasPassword })
    return deleteAccount(context, request)
  },
  { collectsErrors: true },
)

/**
 * Deletes the caller's account without a password, after a log-in through the partner at most 15
 * minutes ago. Refuses every account with its own password, so that this call cannot avoid it.
 */
export const deletePartnerUser = handler(
  'deletePartnerUser',
  async (context) => {
    const { deployment, services, caller, refuse } = context
    const player = await findById(services.database.kysely, deployment.name, caller.player_id)
    if (player?.auth_type !== 2) throw refuse('ERROR_NOT_ALLOWED')
    requireRecentAuth(context, 'deletePartnerUser')
    return deleteAccount(context, await readDeletionRequest(context, player))
  },
  { collectsErrors: true },
)

/** Both calls refuse these fields with the same codes. */
type Context = AccountContext<'deleteUser'> | AccountContext<'deletePartnerUser'>

/**
 * Checks address and reason of a deletion and returns the part that is kept. Only some types ask
 * for a reason; with the others the text is dropped. Refuses an address that is not the player's, a
 * type that is not offered, and a missing reason.
 */
async function readDeletionRequest(
  { input, inputErrors, deployment, services }: Context,
  player: Player,
): Promise<DeletionRequest> {
  const { Email, Id_DeletionType, DeletionReason } = input.body
  const errors = new ErrorCollector<'deleteUser' | 'deletePartnerUser'>(inputErrors)
  if (keyOf(Email) !== keyOf(player.email)) errors.add('ERROR_EMAIL_UNKNOWN')
  const types =
    Id_DeletionType === null
      ? []
      : await listDeletionTypesOf(services.database.kysely, deployment.name)
  const type = types.find(({ Id }) => Id === Id_DeletionType)
  if (Id_DeletionType !== null && !type) errors.add('INVALID_REQUEST', 'Id_DeletionType')
  const reason = type?.IsOther === true ? DeletionReason : null
  if (reason === '') errors.add('INVALID_REQUEST', 'DeletionReason')
  errors.throwIfAny()
  return { deletionTypeId: type?.Id ?? null, reason }
}

/**
 * Deletes the caller's account and all its data, and sends the farewell mail; where the deployment has
 * deletions wait, it answers the moment of it.
 */
async function deleteAccount(context: Context, request: DeletionRequest) {
  const { deployment, services, caller, clientContext, response, report } = context
  const dueAt = await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) return null
    if (deployment.deletionGraceDays > 0) {
      return askForDeletion(context, transaction, player, request)
    }
    const { id } = player
    await eraseAccount(services, transaction, deployment, id, request, clientContext)
    return null
  })
  response.clearSessionCookies()
  if (dueAt === null) report('account.deleted')
  return dueAt === null ? {} : { At: dueAt.toISOString() }
}
