import { paths } from '@gatehouse/contract/routes'
import { handler } from '../../handler.ts'
import { startLinking } from '../../connections/startLinking.ts'

/** Where the caller signs in to Epic Games, or to the game publisher's redeemer in its place. */
export const epicGamesAuth = handler('epicGamesAuth', (context) => {
  const { callbackPath = '', redirectUrl = '' } = context.input.query
  const departure = { callbackPath: callbackPath || paths.epicGamesCallback, redirectUrl }
  return startLinking(context, 'epic-games', departure)
})
