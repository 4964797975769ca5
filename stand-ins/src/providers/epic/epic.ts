import type { StandIn } from '../../standIn.ts'
import { type Brand, mountProviderPages } from '../accountPicker.ts'
import { createAccounts } from '../accounts.ts'
import { mountAuthorize } from '../oauth/authorize.ts'
import { createGrants } from '../oauth/grants.ts'
import { epicAccounts } from './epicAccounts.ts'
import { type EpicSwitches, epicClient, epicSwitches, mountEpicServices } from './epicServices.ts'
import { mountRedeemer, redeemerSwitches } from './redeemer.ts'

const brand: Brand = { name: 'epic', title: 'Epic Games', colours: ['#2b2b30', '#d6d6dc'] }
const about =
  'Speaks the OAuth of Epic Account Services; plays the game publisher’s redeemer beside it.'

/** Epic Games as a site meets it, and the redeemer that may stand between the two. */
export function epic(
  now: () => number = Date.now,
): StandIn<EpicSwitches & typeof redeemerSwitches> {
  return {
    name: brand.name,
    title: brand.title,
    about,
    switches: { ...epicSwitches, ...redeemerSwitches },
    users: epicAccounts.listed,
    mount(app, stage) {
      const accounts = createAccounts(stage, epicAccounts)
      const grants = createGrants(now)
      mountProviderPages(app, brand, about, accounts)
      mountAuthorize(app, {
        path: '/epic/id/authorize',
        brand,
        accounts,
        grants,
        client: epicClient,
        callbackPath: '/epic-games/callback',
        denial: 'The player did not agree.',
      })
      mountEpicServices(app, { accounts, grants, now })
      mountRedeemer(app, { stage, epic: accounts, now })
    },
  }
}
