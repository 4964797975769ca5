import * as z from 'zod'
import { get, post } from './row.ts'
import { needed, nothing, text } from './values.ts'

/* Ours: the clients of others that a player has let in. */

export const siteCalls = {
  listSites: get('sites', 'player', {
    when: { hasSitesSection: true },
    answer: z.object({
      Sites: z.array(
        z.object({
          ClientId: z.string(),
          /** The name that players read; the id of a client that the deployment has dropped. */
          Name: z.string(),
          Scopes: z.array(z.string()),
          /** When the player let it in. */
          GivenAt: z.iso.datetime(),
        }),
      ),
    }),
    refusals: [],
  }),
  withdrawSite: post('sites/withdraw', 'player', {
    when: { hasSitesSection: true },
    input: { body: z.object({ ClientId: needed(text('INVALID_REQUEST', 100)) }) },
    answer: nothing,
    refusals: ['INVALID_REQUEST'],
  }),
}
