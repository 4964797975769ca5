import { handler } from '../../handler.ts'
import { redeemLinking } from '../../connections/redeemLinking.ts'

/** Links the Steam account that the game publisher's redeemer has for a state. */
export const steamPartnerCallback = handler('steamPartnerCallback', async (context) => {
  const linked = await redeemLinking(context, 'steam', context.input.body.State)
  if (linked === null) throw context.refuse('This request should contain a state parameter.')
  return linked
})
