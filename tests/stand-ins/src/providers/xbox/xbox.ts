import type { StandIn } from '../../platform/standIn.ts'
import { createOAuthStandIn } from '../oauth/oauthStandIn.ts'
import {
  microsoftClient,
  mountMicrosoftTokens,
  type XboxSwitches,
  xboxSwitches,
} from './microsoft.ts'
import { xboxAccounts } from './xboxAccounts.ts'
import { mountXboxLive } from './xboxLive.ts'

/** Microsoft and Xbox Live as browsers and servers of a site use them. */
export function createStandIn(now: () => number = Date.now): StandIn<XboxSwitches> {
  return createOAuthStandIn(
    {
      brand: { name: 'xbox', title: 'Xbox', colours: ['#107c10', '#5fd35f'] },
      about: 'Speaks the sign-in of Microsoft accounts, and the chain from there to a gamertag.',
      switches: xboxSwitches,
      kind: xboxAccounts,
      authorize: {
        path: '/xbox/consumers/oauth2/v2.0/authorize',
        client: microsoftClient,
        callbackPath: '/game-pass/callback',
        denial: 'The user has denied access to the scope requested by the client application.',
        errorOf: ({ scope = '', code_challenge: challenge, code_challenge_method: method }) => {
          if (!scope.split(' ').includes('XboxLive.signin')) return 'The scope is not of Xbox Live.'
          if (scope.split(' ').includes('openid')) return 'The scopes are of several resources.'
          return challenge !== undefined && method !== 'S256' ? 'PKCE is S256.' : null
        },
      },
      mount(app, parts) {
        mountMicrosoftTokens(app, parts)
        mountXboxLive(app, parts)
      },
    },
    now,
  )
}
