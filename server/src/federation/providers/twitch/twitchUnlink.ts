import { handler } from '../../handler.ts'
import { unlinkAccount } from '../../connections/unlinkAccount.ts'

/** Unlinks the caller's Twitch account. */
export const twitchUnlink = handler('twitchUnlink', async (context) => {
  await unlinkAccount(context, 'twitch')
  return {}
})
