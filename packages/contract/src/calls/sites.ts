import * as z from 'zod'
import { get, post } from './row.ts'
import { needed, nothing, text } from './values.ts'

/* Ours: the clients that use a player's account. */

export const siteCalls = {
  listSites: get('sites', 'player', {
    when: { showsSites: true },
    answer: z.object({
      Sites: z.array(
        z.object({
          ClientId: z.string(),
          /** The name that players read; the id of a client that the deployment has dropped. */
          Name: z.string(),
          /** The studio's own: it needs no consent, and none can be withdrawn. */
          IsOwn: z.boolean(),
          /** The scopes that the player granted; empty for the studio's own sites. */
          Scopes: z.array(z.string()),
          /**
           * When the player gave the consent; for the studio's own, the player's last sign-in
           * there.
           */
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
