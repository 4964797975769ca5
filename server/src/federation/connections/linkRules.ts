import type { CanonicalName } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { type Path, paths } from '@gatehouse/contract/routes'

interface LinkRule {
  /** The one screen of the portal that the service may send the browser back to. */
  readonly callbackPath: Path
  /** The service, asked about what the browser brought, does not stand for it. */
  readonly unproven: ErrorCode
  readonly unreachable: ErrorCode
}

/** What is particular to the linking of each service. */
export const linkRules: Readonly<Record<CanonicalName, LinkRule>> = {
  steam: {
    callbackPath: paths.steamCallback,
    unproven: 'This request is not authorized by OpenId.',
    unreachable: 'ERROR_STEAM_NOT_REACHABLE',
  },
  twitch: {
    callbackPath: paths.twitchCallback,
    unproven: 'PARTNER_RESPONSE_ERROR',
    unreachable: 'PARTNER_RESPONSE_ERROR',
  },
  'epic-games': {
    callbackPath: paths.epicGamesCallback,
    unproven: 'PARTNER_RESPONSE_ERROR',
    unreachable: 'PARTNER_RESPONSE_ERROR',
  },
  'game-pass': {
    callbackPath: paths.gamePassCallback,
    unproven: 'This request is not authorized.',
    unreachable: 'PARTNER_RESPONSE_ERROR',
  },
}
