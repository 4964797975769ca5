import { listConnections } from './connections/listConnections.ts'
import { validateProfile } from './connections/validateProfile.ts'
import { partnerCalls } from './partners/partnerCalls.ts'
import { epicGamesAuth } from './providers/epic-games/epicGamesAuth.ts'
import { epicGamesCallback } from './providers/epic-games/epicGamesCallback.ts'
import { epicGamesUnlink } from './providers/epic-games/epicGamesUnlink.ts'
import { gamePassAuth } from './providers/game-pass/gamePassAuth.ts'
import { gamePassCallback } from './providers/game-pass/gamePassCallback.ts'
import { gamePassUnlink } from './providers/game-pass/gamePassUnlink.ts'
import { steamAuth } from './providers/steam/steamAuth.ts'
import { steamCallback } from './providers/steam/steamCallback.ts'
import { steamUnlink } from './providers/steam/steamUnlink.ts'
import { steamPartnerCallback } from './providers/steam/steamPartnerCallback.ts'
import { twitchAuth } from './providers/twitch/twitchAuth.ts'
import { twitchCallback } from './providers/twitch/twitchCallback.ts'
import { twitchUnlink } from './providers/twitch/twitchUnlink.ts'

export const federationCalls = {
  ...partnerCalls,
  epicGamesAuth,
  epicGamesCallback,
  epicGamesUnlink,
  gamePassAuth,
  gamePassCallback,
  gamePassUnlink,
  listConnections,
  steamAuth,
  steamCallback,
  steamPartnerCallback,
  steamUnlink,
  twitchAuth,
  twitchCallback,
  twitchUnlink,
  validateProfile,
}
