import { handler } from '../../handler.ts'
import { startLinking } from '../../connections/startLinking.ts'

/** Where the caller signs in to Microsoft, for the Xbox account that Game Pass belongs to. */
export const gamePassAuth = handler('gamePassAuth', (context) => {
  const { callbackPath, redirectUrl = '' } = context.input.query
  return startLinking(context, 'game-pass', { callbackPath, redirectUrl })
})
