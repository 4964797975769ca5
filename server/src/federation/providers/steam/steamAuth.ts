import { handler } from '../../handler.ts'
import { startLinking } from '../../connections/startLinking.ts'

/** Where the caller signs in to Steam, or to the game publisher's redeemer in its place. */
export const steamAuth = handler('steamAuth', (context) =>
  startLinking(context, 'steam', context.input.query),
)
