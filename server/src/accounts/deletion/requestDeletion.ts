import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { DeletionType } from '@gatehouse/contract/entities'
import { listDeletionTypesOf } from '../../database/accounts/deletionTypes.ts'
import type { DeletionRequest } from '../../database/operations/erasePlayer.ts'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { eraseAccount } from './eraseAccount.ts'
import type { AccountContext } from '../handler.ts'
import { ErrorCollector } from '../../platform/apiError.ts'

type Deletion = 'deleteUser' | 'deletePartnerUser'
/** Both calls refuse these fields with the same codes. */
type Context = AccountContext<'deleteUser'> | AccountContext<'deletePartnerUser'>

/**
 * Checks address and reason of a deletion and returns the part that is kept. Only some types ask
 * for a reason; with the others the text is dropped. Refuses an address that is not the player's, a
 * type that is not offered, and a missing reason.
 */
export async function readDeletionRequest(
  { input, inputErrors, deployment, services }: Context,
  player: Player,
): Promise<DeletionRequest> {
  const { Email, Id_DeletionType, DeletionReason } = input.body
  const errors = new ErrorCollector<Deletion>(inputErrors)
  if (keyOf(Email) !== keyOf(player.email)) errors.add('ERROR_EMAIL_UNKNOWN')
  const { kysely } = services.database
  const type =
    Id_DeletionType === null
      ? null
      : (await listDeletionTypesOf(kysely, deployment.name)).find(
          ({ Id }) => Id === Id_DeletionType,
        )
  if (type === undefined) errors.add('INVALID_REQUEST', 'Id_DeletionType')
  const reason = asksReason(type) ? DeletionReason : null
  if (reason === '') errors.add('INVALID_REQUEST', 'DeletionReason')
  errors.throwIfAny()
  return { deletionTypeId: type?.Id ?? null, reason }
}

function asksReason(type: DeletionType | null | undefined): boolean {
  return type?.IsOther ?? false
}

/** Deletes the caller's account and all its data at once, and sends the farewell mail. */
export async function deleteAccount(
  { deployment, services, caller, clientContext, response, report }: Context,
  request: DeletionRequest,
): Promise<void> {
  const { player_id } = caller
  await inTransaction(services.database.kysely, async (transaction) => {
    if (!(await lockCaller(transaction, deployment, caller))) return
    await eraseAccount(services, transaction, deployment, player_id, request, clientContext)
  })
  response.clearSessionCookies()
  report('account.deleted')
}
