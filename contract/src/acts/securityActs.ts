import * as z from 'zod'
import { act, look } from './act.ts'
import { aPlayer, limit, ofDeployment, onePlayer, since } from './orderFields.ts'

/* Looks at the security of players. */

export const securityActs = {
  'players factors': act({
    summary: 'Shows a player’s factors: kinds, dates and counts, and no secret.',
    ...onePlayer,
    roles: ['support', 'operator'],
  }),
  'players ledger': act({
    summary: 'Shows the ledger of an account as its player sees it, the newest first.',
    order: aPlayer.extend({ since, limit }),
    operands: ['player'],
    roles: ['support', 'operator'],
  }),
  'players sessions': act({
    summary: 'Lists the open sessions of a player, as the player sees them, the last used first.',
    ...onePlayer,
    roles: ['support', 'privacy', 'operator'],
  }),
  'players end-session': act({
    summary:
      'Logs a player out of one session, here and at every site, and ends the trust in its browser.',
    // An option: an id may begin with a dash.
    order: aPlayer.extend({
      session: z
        .string()
        .min(1)
        .meta({ description: 'its id, as players sessions shows it', value: 'id' }),
    }),
    operands: ['player'],
    roles: ['support', 'privacy', 'operator'],
  }),
  'strong-sign-in report': look({
    summary: 'Counts the players with passkeys, with authenticator apps, with both and with none.',
    ...ofDeployment,
    roles: ['operator', 'auditor'],
  }),
} as const
