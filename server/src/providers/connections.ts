import type { CanonicalName } from '@gatehouse/contract/entities'
import type { ConnectionProvider } from './connectionProvider.ts'
import { createEpicGames } from './epicGames.ts'
import { createRedeemer, type Redeemer } from './redeemer.ts'
import { createSteam, type SteamMaterials } from './steam.ts'
import { createTwitch } from './twitch.ts'
import { createXbox, type XboxMaterials } from './xbox.ts'
import type { Settings } from '../settings.ts'

/** Everybody who proves that an account elsewhere is a player's. */
export interface Connections {
  readonly providers: Readonly<Record<CanonicalName, ConnectionProvider>>
  readonly redeemer: Redeemer
}

export function createConnections(
  materials: SteamMaterials & XboxMaterials & { readonly settings: Settings },
): Connections {
  const { settings } = materials
  return {
    providers: {
      steam: createSteam(materials),
      twitch: createTwitch(settings),
      'epic-games': createEpicGames(settings),
      'game-pass': createXbox(materials),
    },
    redeemer: createRedeemer(),
  }
}
