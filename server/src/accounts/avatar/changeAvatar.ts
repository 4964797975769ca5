import { type StoredAvatar, setAvatar } from '../../database/accounts/avatars.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** No picture: the first letter of the name stands for it. */
export const letter: StoredAvatar = { source: '', url: '' }

/**
 * Gives a player another picture, or the letter. The files of an upload before are deleted. Runs in a
 * transaction; false when the player is gone.
 */
export async function changeAvatar(
  { uploads }: { readonly uploads: Uploads },
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  avatar: StoredAvatar,
): Promise<boolean> {
  const player = await lockPlayer(transaction, deployment, id)
  if (!player) return false
  await setAvatar(transaction, deployment, id, avatar)
  await uploads.discard(transaction, player)
  return true
}
