import * as z from 'zod'
import { act, look, seenLook } from './act.ts'
import { hidden, isSo, instant, network, number, onPlayer, text } from './answers.ts'
import { aPlayer, limit, ofDeployment, onePlayer, since } from './orderFields.ts'

/* Looks at the security of players. */

const used = z.strictObject({ added: instant.nullable(), lastUsed: instant.nullable() })

const factors = z.strictObject({
  ...onPlayer,
  password: isSo,
  passwordSet: instant.nullable(),
  twoStep: isSo,
  passkeys: z.array(used),
  apps: z.array(used),
  codesMade: instant.nullable(),
  codesLeft: number.nullable(),
  trustedBrowsers: number,
})

/** The values of an entry, as `ShownByAct` has them; addresses among them are masked. */
export const ledgerValues = z.strictObject({
  Methods: z.array(text).optional(),
  IsNewBrowser: isSo.optional(),
  From: text.optional(),
  To: text.optional(),
  How: text.optional(),
  CanonicalName: text.optional(),
  AccountName: text.optional(),
  // The player's own name of a passkey or an app, among others.
  Name: hidden(z.string()).optional(),
  Left: number.optional(),
  Until: text.optional(),
  Since: text.optional(),
  NotRestored: z.array(text).optional(),
  Count: number.optional(),
  Change: text.optional(),
})

const entry = z.strictObject({
  at: instant,
  act: text,
  actor: text,
  browser: text,
  system: text,
  shown: ledgerValues,
})

const session = z.strictObject({
  id: text,
  browser: text,
  system: text,
  network,
  seen: instant,
  methods: z.array(text),
  isTrusted: isSo,
})

/**
 * Whole for the command line. Staff get sums of combinations that have five players at least; the others are
 * put together, so that none follows from the figures.
 */
const counts = z.strictObject({
  strongSignIn: text,
  players: number,
  passkeysAlone: number,
  appsAlone: number,
  both: number,
  none: number,
  twoStep: number,
  withoutPassword: number,
  ofPartners: number,
  /** Null for fewer than five. */
  noCodesLeft: number.nullable(),
  /** Null for fewer than five; absent where nothing is hidden. */
  putTogether: number.nullable().optional(),
})

export const securityActs = {
  'players factors': seenLook({
    title: 'Show {a player}’s passkeys and second steps',
    summary: 'Shows a player’s factors: kinds, dates and counts, and no secret.',
    ...onePlayer,
    answer: factors,
    roles: ['support', 'operator'],
    needsReason: true,
  }),
  'players ledger': seenLook({
    title: 'Show {a player}’s activity',
    summary: 'Shows the ledger of an account as its player sees it, the newest first.',
    order: aPlayer.extend({ since, limit }),
    operands: ['player'],
    answer: z.array(entry),
    roles: ['support', 'operator'],
    needsReason: true,
  }),
  'players sessions': seenLook({
    title: 'List {a player}’s sessions',
    summary: 'Lists the open sessions of a player, as the player sees them, the last used first.',
    ...onePlayer,
    answer: z.array(session),
    roles: ['support', 'privacy', 'operator'],
  }),
  'players end-session': act({
    title: 'Log {a player} out of one session',
    done: '{The player} is logged out of the session.',
    endsSessions: 'log-outs alone',
    summary:
      'Logs a player out of one session, here and at every site that takes log-outs, and ends the trust in its browser.',
    // An option: an id may begin with a dash.
    order: aPlayer.extend({
      session: z
        .string()
        .min(1)
        .max(255)
        .meta({ description: 'its id, as the list of sessions shows it', value: 'id' }),
    }),
    operands: ['player'],
    answer: z.strictObject({ ...onPlayer, session: text, endsTrust: isSo }),
    roles: ['support', 'privacy', 'operator'],
  }),
  'strong-sign-in report': look({
    title: 'Count passkeys and second steps',
    summary: 'Counts the players with passkeys, with authenticator apps, with both and with none.',
    ...ofDeployment,
    answer: counts,
    roles: ['operator', 'auditor'],
  }),
} as const
