import type { StandIn } from '../../standIn.ts'
import { type Brand, mountProviderPages } from '../accountPicker.ts'
import { createAccounts } from '../accounts.ts'
import { mountAuthorize } from '../oauth/authorize.ts'
import { createGrants } from '../oauth/grants.ts'
import { twitchAccounts } from './twitchAccounts.ts'
import { mountTwitchHelix } from './twitchHelix.ts'
import {
  type TwitchSwitches,
  mountTwitchTokens,
  twitchClient,
  twitchSwitches,
} from './twitchTokens.ts'

const brand: Brand = { name: 'twitch', title: 'Twitch', colours: ['#772ce8', '#bf94ff'] }
const about = 'Speaks Twitch’s dialect of OAuth, OpenID Connect and the users of Helix.'

/** Twitch as a site meets it where players sign in, and as its server meets it. */
export function twitch(now: () => number = Date.now): StandIn<TwitchSwitches> {
  return {
    name: brand.name,
    title: brand.title,
    about,
    switches: twitchSwitches,
    users: twitchAccounts.listed,
    mount(app, stage) {
      const accounts = createAccounts(stage, twitchAccounts)
      const grants = createGrants(now)
      mountProviderPages(app, brand, about, accounts)
      mountAuthorize(app, {
        path: '/twitch/oauth2/authorize',
        brand,
        accounts,
        grants,
        client: twitchClient,
        callbackPath: '/twitch/callback',
        denial: 'The user denied you access',
        repeatsScope: true,
      })
      mountTwitchTokens(app, { accounts, grants, brand, now })
      mountTwitchHelix(app, { accounts, grants, brand })
    },
  }
}
