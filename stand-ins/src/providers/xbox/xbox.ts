import type { StandIn } from '../../standIn.ts'
import { type Brand, mountProviderPages } from '../accountPicker.ts'
import { createAccounts } from '../accounts.ts'
import { mountAuthorize } from '../oauth/authorize.ts'
import { createGrants } from '../oauth/grants.ts'
import {
  type XboxSwitches,
  microsoftClient,
  mountMicrosoftTokens,
  xboxSwitches,
} from './microsoft.ts'
import { xboxAccounts } from './xboxAccounts.ts'
import { mountXboxLive } from './xboxLive.ts'

const brand: Brand = { name: 'xbox', title: 'Xbox', colours: ['#107c10', '#5fd35f'] }
const about = 'Speaks the sign-in of Microsoft accounts, and the chain from there to a gamertag.'

/** Microsoft and Xbox Live as a site meets them where players sign in, and as its server does. */
export function xbox(now: () => number = Date.now): StandIn<XboxSwitches> {
  return {
    name: brand.name,
    title: brand.title,
    about,
    switches: xboxSwitches,
    users: xboxAccounts.listed,
    mount(app, stage) {
      const accounts = createAccounts(stage, xboxAccounts)
      const grants = createGrants(now)
      mountProviderPages(app, brand, about, accounts)
      mountAuthorize(app, {
        path: '/xbox/consumers/oauth2/v2.0/authorize',
        brand,
        accounts,
        grants,
        client: microsoftClient,
        callbackPath: '/game-pass/callback',
        denial: 'The user has denied access to the scope requested by the client application.',
        faultOf: ({ scope = '', code_challenge: challenge, code_challenge_method: method }) => {
          if (!scope.split(' ').includes('XboxLive.signin')) return 'The scope is not of Xbox Live.'
          if (scope.split(' ').includes('openid')) return 'The scopes are of several resources.'
          return challenge !== undefined && method !== 'S256' ? 'PKCE is S256.' : null
        },
      })
      mountMicrosoftTokens(app, { accounts, grants })
      mountXboxLive(app, { accounts, grants, brand, now })
    },
  }
}
