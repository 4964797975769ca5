import type { Connect } from './entities.ts'

/** The services that an account can be connected to; icons lie under the medias url. */
export const linkableServices = [
  { Id: 1, CanonicalName: 'steam', Name: 'Steam', Icon: 'connections/steam.svg' },
  { Id: 2, CanonicalName: 'twitch', Name: 'Twitch', Icon: 'connections/twitch.svg' },
  { Id: 3, CanonicalName: 'epic-games', Name: 'Epic Games', Icon: 'connections/epic-games.svg' },
  { Id: 4, CanonicalName: 'game-pass', Name: 'Game Pass', Icon: 'connections/game-pass.svg' },
] as const satisfies readonly Pick<Connect, 'Id' | 'CanonicalName' | 'Name' | 'Icon'>[]
