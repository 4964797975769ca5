import { handler } from '../../handler.ts'
import { unlinkAccount } from '../../connections/unlinkAccount.ts'

/** Unlinks the caller's Xbox account. */
export const gamePassUnlink = handler('gamePassUnlink', async (context) => {
  await unlinkAccount(context, 'game-pass')
  return {}
})
