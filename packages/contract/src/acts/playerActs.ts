import * as z from 'zod'
import { act, longAct, look, seenLook } from './act.ts'
import { address, done, instant, number, onPlayer, personal, playerId, text } from './answers.ts'
import {
  aPlayer,
  badge,
  deployment,
  ofDeployment,
  onePlayer,
  player,
  title,
  until,
} from './orderFields.ts'
import { everyWay } from './playerNames.ts'

/* Looks at a player, and acts on one. */

const twoPlayers = {
  order: aPlayer.extend({
    blocked: player.meta({ description: `${everyWay} of the other player`, names: 'players' }),
  }),
  operands: ['player', 'blocked'],
} as const

/** The end of a ban, and the words that its player reads. */
const banTerms = {
  until,
  publicReason: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .refine((given) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(given), 'has invisible characters')
    .optional()
    .meta({ description: 'the message to the player at a log-in, as plain text', value: 'text' }),
} as const

/** Days: support bans no longer, and lifts no longer ban. */
export const longestBanOfSupport = 30

/** As many as a file of players may name. */
const mostListed = 10_000

const players = z
  .string()
  .max(mostListed * 256)
  .refine((text) => text.split('\n').filter((line) => line.trim() !== '').length <= mostListed, {
    error: `names more than ${mostListed} players`,
  })
  .meta({
    description: 'a file that names a player a line; - reads it',
    from: 'file',
    names: 'players',
  })

const pair = z.strictObject({ playerId: number, blockedId: number })

const linked = z.strictObject({
  service: text,
  id: text,
  name: text,
  since: instant,
  gone: instant.nullable(),
})

/** One act on each player of a file. */
const manyPlayers = {
  order: z.strictObject({ players, deployment }),
  operands: ['players'],
  answer: z.strictObject({ players: z.array(done), already: number }),
  roles: ['operator'],
  needsProof: true,
  needsApproval: true,
  isTried: true,
  isResumed: true,
} as const

const profile = z.strictObject({
  ...onPlayer,
  email: address,
  firstName: personal(z.string()).nullable(),
  lastName: personal(z.string()).nullable(),
  dateOfBirth: personal(z.string()).nullable(),
  avatar: text,
  registered: instant,
  confirmed: instant.nullable(),
  banned: instant.nullable(),
  bannedUntil: instant.nullable(),
  banReason: text.nullable(),
  frozen: instant.nullable(),
  refusesMailSince: instant.nullable(),
  provenBy: text.nullable(),
  titles: z.array(text),
  badges: z.array(text),
  openSessions: number,
  newsletters: z.array(number),
  clients: z.array(text),
  linked: z.array(linked),
  /** Acts that the state of the player forbids now. */
  refusals: z.array(z.strictObject({ act: text, why: text })),
})

export const playerActs = {
  'players show': seenLook({
    title: 'Show {a player}',
    summary: 'Shows a player: names, state and linked accounts.',
    order: aPlayer,
    operands: ['player'],
    answer: profile,
    roles: ['support', 'privacy', 'operator'],
    countedAs: 'look',
  }),
  'players ban': act({
    title: 'Ban {a player}',
    done: '{The player} is banned.',
    endsSessions: 'account.banned',
    summary:
      'Bans a player: ends all sessions, here and at every site that takes log-outs or events, and refuses log-ins.',
    order: aPlayer.extend(banTerms),
    operands: ['player'],
    answer: done,
    roles: ['support', 'operator'],
    limitFor({ until: end }, roles, now) {
      if (roles.includes('operator')) return null
      const last = now.getTime() + longestBanOfSupport * 86_400_000
      if (end !== undefined && Date.parse(end) <= last) return null
      const message = `Support bans for up to ${longestBanOfSupport} days; an operator bans for longer.`
      return { code: 'TOO_LONG', message }
    },
  }),
  'players ban-many': longAct({
    title: 'Ban a list of players',
    done: 'The players are banned.',
    request: 'the ban of a list of players',
    endsSessions: 'account.banned',
    summary: 'Bans all players of a file, or none where a line names no player.',
    ...manyPlayers,
    order: manyPlayers.order.extend(banTerms),
  }),
  'players unban': act({
    title: 'Unban {a player}',
    done: '{The player} is no longer banned.',
    summary: 'Lifts the ban of a player.',
    ...onePlayer,
    answer: done,
    roles: ['support', 'operator'],
  }),
  'players end-sessions': act({
    title: 'Log {a player} out everywhere',
    done: '{The player} is logged out everywhere.',
    endsSessions: 'account.sessions_revoked',
    summary:
      'Logs a player out everywhere, here and at every client; ends open links and changes, and forgets browsers.',
    ...onePlayer,
    answer: done,
    roles: ['support', 'privacy', 'operator'],
  }),
  'players freeze': act({
    title: 'Freeze {a player}’s account',
    done: '{The player}’s account is frozen.',
    endsSessions: 'account.frozen',
    summary:
      'Freezes an account: ends all sessions and refuses log-ins until its player follows the mailed link.',
    ...onePlayer,
    answer: done,
    roles: ['support', 'privacy', 'operator'],
  }),
  'players freeze-many': longAct({
    title: 'Freeze a list of accounts',
    done: 'The accounts are frozen.',
    request: 'the freeze of a list of accounts',
    endsSessions: 'account.frozen',
    summary: 'Freezes the accounts of all players of a file, or none where a line names no player.',
    ...manyPlayers,
  }),
  'players reset-avatar': act({
    title: 'Remove {a player}’s picture',
    done: '{The player}’s picture is removed.',
    summary: 'Removes the picture of a player; the first letter of the name replaces it.',
    ...onePlayer,
    answer: done,
    roles: ['support', 'operator'],
  }),
  'players blocks': seenLook({
    title: 'List {a player}’s blocked players',
    summary: 'Lists the players whom a player has blocked, the latest first.',
    order: aPlayer,
    operands: ['player'],
    answer: z.array(done),
    roles: ['support', 'privacy', 'operator'],
  }),
  'players block': act({
    title: 'Add to {a player}’s blocked players',
    done: '{The player}’s list of blocked players has changed.',
    summary: 'Blocks a player for another one; clients are notified.',
    ...twoPlayers,
    answer: pair,
    roles: ['support', 'operator'],
  }),
  'players unblock': act({
    title: 'Remove from {a player}’s blocked players',
    done: '{The player}’s list of blocked players has changed.',
    summary: 'Removes the block of a player by another one; clients are notified.',
    ...twoPlayers,
    answer: pair,
    roles: ['support', 'operator'],
  }),
  'players export': act({
    title: 'Export {a player}’s data',
    done: '{The player}’s data is exported.',
    request: 'the export of {a player}',
    summary: 'Writes all data of a player as JSON, without secrets.',
    ...onePlayer,
    answer: personal(z.record(z.string(), z.unknown())),
    roles: ['privacy'],
    needsProof: true,
    needsApproval: true,
    fileName: 'player.json',
  }),
  'players erase': act({
    title: 'Erase {a player}',
    done: '{The player} is erased.',
    request: 'the erasure of {a player}',
    endsSessions: 'account.deleted',
    summary:
      'Erases an account permanently, like its player: clients are notified and a farewell mail is sent.',
    ...onePlayer,
    answer: z.strictObject({ id: number }),
    roles: ['privacy'],
    needsProof: true,
    needsApproval: true,
    isIrreversible: true,
  }),
  'badges list': look({
    title: 'List badges',
    summary: 'Lists the badges of players with their numbers.',
    ...ofDeployment,
    answer: z.array(z.strictObject({ badge: text, players: number })),
    roles: ['support', 'brand', 'operator'],
  }),
  'badges give': act({
    title: 'Give {a player} a badge',
    done: '{The player} has the badge.',
    summary: 'Gives a player a badge and the title that comes with it.',
    order: aPlayer.extend({ badge, title }),
    operands: ['player', 'badge'],
    answer: z.strictObject({ id: playerId }),
    roles: ['support', 'brand', 'operator'],
  }),
  'badges take': act({
    title: 'Remove {a player}’s badge',
    done: '{The player} no longer has the badge.',
    summary: 'Removes a badge from a player, and the title that came with it.',
    order: aPlayer.extend({ badge, title }),
    operands: ['player', 'badge'],
    answer: z.strictObject({ id: playerId }),
    roles: ['support', 'brand', 'operator'],
  }),
} as const
