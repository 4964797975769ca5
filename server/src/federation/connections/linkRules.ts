import type { CanonicalName } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { IpBanScope } from '../../database/connection/tables.ts'

interface LinkRule {
  /** The one screen of the portal that the service may send the browser back to. */
  readonly callbackPath: Path
  readonly banScope: IpBanScope
  readonly banned: ErrorCode
  /** The service, asked about what the browser brought, does not stand for it. */
  readonly unproven: ErrorCode
  readonly unreachable: ErrorCode
}

/** What is particular to the linking of each service. */
export const linkRules: Readonly<Record<CanonicalName, LinkRule>> = {
  steam: {
    callbackPath: paths.steamCallback,
    banScope: 'steam',
    banned: 'ERROR_USER_IP_BANNED_Steam_LINK',
    unproven: 'This request is not authorized by OpenId.',
    unreachable: 'ERROR_STEAM_NOT_REACHABLE',
  },
  twitch: {
    callbackPath: paths.twitchCallback,
    banScope: 'twitch',
    banned: 'ERROR_USER_IP_BANNED_Twitch_LINK',
    unproven: 'PARTNER_RESPONSE_ERROR',
    unreachable: 'PARTNER_RESPONSE_ERROR',
  },
  'epic-games': {
    callbackPath: paths.epicGamesCallback,
    banScope: 'epic-games',
    banned: 'ERROR_USER_IP_BANNED_EpicGames_LINK',
    unproven: 'PARTNER_RESPONSE_ERROR',
    unreachable: 'PARTNER_RESPONSE_ERROR',
  },
  'game-pass': {
    callbackPath: paths.gamePassCallback,
    banScope: 'general',
    banned: 'ERROR_USER_IP_BANNED',
    unproven: 'This request is not authorized.',
    unreachable: 'PARTNER_RESPONSE_ERROR',
  },
}
