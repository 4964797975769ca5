import { handler } from '../../handler.ts'
import { startLinking } from '../../connections/startLinking.ts'

/** Where the caller signs in to Twitch. */
export const twitchAuth = handler('twitchAuth', (context) => {
  const { callbackPath } = context.input.query
  return startLinking(context, 'twitch', { callbackPath, redirectUrl: '' })
})
