import { handler } from '../../handler.ts'
import { unlinkAccount } from '../../connections/unlinkAccount.ts'

/** Unlinks the caller's Steam account, named by its id; refuses the id of any other. */
export const steamUnlink = handler('steamUnlink', async (context) => {
  await unlinkAccount(context, 'steam', context.input.body.SteamId)
  return {}
})
