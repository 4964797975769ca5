import type { StandIn } from '../../platform/standIn.ts'
import { createOAuthStandIn } from '../oauth/oauthStandIn.ts'
import { twitchAccounts } from './twitchAccounts.ts'
import { mountTwitchHelix } from './twitchHelix.ts'
import { twitchClient, type TwitchSwitches, twitchSwitches } from './twitchTokenIssuer.ts'
import { mountTwitchTokens } from './twitchTokens.ts'

/** Twitch as browsers and servers of a site use it. */
export function createStandIn(now: () => number = Date.now): StandIn<TwitchSwitches> {
  return createOAuthStandIn(
    {
      brand: { name: 'twitch', title: 'Twitch', colours: ['#772ce8', '#bf94ff'] },
      about: 'Speaks Twitch’s dialect of OAuth, OpenID Connect and the users of Helix.',
      switches: twitchSwitches,
      kind: twitchAccounts,
      authorize: {
        path: '/twitch/oauth2/authorize',
        client: twitchClient,
        callbackPath: '/twitch/callback',
        denial: 'The user denied you access',
        repeatsScope: true,
      },
      mount(app, parts) {
        mountTwitchTokens(app, parts)
        mountTwitchHelix(app, parts)
      },
    },
    now,
  )
}
