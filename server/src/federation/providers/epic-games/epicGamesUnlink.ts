import { handler } from '../../handler.ts'
import { unlinkAccount } from '../../connections/unlinkAccount.ts'

/** Unlinks the caller's account of Epic Games. */
export const epicGamesUnlink = handler('epicGamesUnlink', async (context) => {
  await unlinkAccount(context, 'epic-games')
  return {}
})
