import type { CanonicalName } from '@gatehouse/contract/entities'
import { plainOriginOf } from './avatarOf.ts'
import type { ConnectionProvider } from './connectionProvider.ts'
import { createEpicGames } from './epic-games/epicGames.ts'
import { createRedeemer, type Redeemer } from './redeemer.ts'
import { createSteam, type SteamMaterials } from './steam/steam.ts'
import { createTwitch } from './twitch/twitch.ts'
import { createXbox, type XboxMaterials } from './game-pass/xbox.ts'
import type { Settings } from '../../platform/config/settings.ts'

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

/** Where avatars of stand-ins are; real services have theirs behind TLS, on any host. */
export function avatarOriginsOf(
  settings: Pick<Settings, 'STEAM_API_BASE' | 'TWITCH_API_BASE' | 'XBOX_PROFILE_BASE'>,
): readonly string[] {
  const bases = [settings.STEAM_API_BASE, settings.TWITCH_API_BASE, settings.XBOX_PROFILE_BASE]
  return [...new Set(bases.flatMap((base) => plainOriginOf(base) ?? []))]
}
