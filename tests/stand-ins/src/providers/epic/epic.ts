import type { StandIn } from '../../platform/standIn.ts'
import { createOAuthStandIn } from '../oauth/oauthStandIn.ts'
import { epicAccounts } from './epicAccounts.ts'
import { epicClient, type EpicSwitches, epicSwitches, mountEpicServices } from './epicServices.ts'
import { mountRedeemer, redeemerSwitches } from './redeemer.ts'

/** Epic Games as browsers and servers of a site use it, with the redeemer between the two. */
export function createStandIn(
  now: () => number = Date.now,
): StandIn<EpicSwitches & typeof redeemerSwitches> {
  return createOAuthStandIn(
    {
      brand: { name: 'epic', title: 'Epic Games', colours: ['#2b2b30', '#d6d6dc'] },
      about:
        'Speaks the OAuth of Epic Account Services; plays the game publisher’s redeemer beside it.',
      switches: { ...epicSwitches, ...redeemerSwitches },
      kind: epicAccounts,
      authorize: {
        path: '/epic/id/authorize',
        client: epicClient,
        callbackPath: '/epic-games/callback',
        denial: 'The player did not agree.',
      },
      mount(app, parts) {
        mountEpicServices(app, parts)
        mountRedeemer(app, { stage: parts.stage, epic: parts.accounts, now })
      },
    },
    now,
  )
}
