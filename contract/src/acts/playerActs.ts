import * as z from 'zod'
import { act, longAct, look } from './act.ts'
import {
  aPlayer,
  badge,
  flag,
  ofDeployment,
  onePlayer,
  player,
  title,
  until,
} from './orderFields.ts'

/* Looks at a player, and acts on one. */

const twoPlayers = {
  order: aPlayer.extend({
    blocked: player.meta({ description: 'username, address, or id=… of the other player' }),
  }),
  operands: ['player', 'blocked'],
} as const

const banOrder = aPlayer
  .extend({
    player: player.optional(),
    file: z.string().optional().meta({
      description: 'a file that names a player a line; - reads it',
      value: 'path',
      from: 'file',
    }),
    dryRun: flag('shows who would be banned, and bans no player'),
    until,
    publicReason: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, 'has invisible characters')
      .optional()
      .meta({ description: 'the message to the player at a log-in, as plain text', value: 'text' }),
  })
  .refine(({ player: named, file }) => (named === undefined) !== (file === undefined), {
    error: 'Name one player, or a --file of players.',
  })

export const playerActs = {
  'players show': look({
    summary: 'Shows a player: names, state and linked accounts.',
    order: aPlayer,
    operands: ['player'],
    roles: ['support', 'privacy', 'operator'],
    countedAs: 'look',
  }),
  'players ban': longAct({
    summary:
      'Bans a player, or all of a file: ends all sessions, here and at every site, and refuses log-ins.',
    order: banOrder,
    operands: ['player'],
    roles: ['support', 'operator'],
  }),
  'players unban': act({
    summary: 'Lifts the ban of a player.',
    ...onePlayer,
    roles: ['support', 'operator'],
  }),
  'players end-sessions': act({
    summary:
      'Logs a player out everywhere, here and at every client; ends open links and changes, and forgets browsers.',
    ...onePlayer,
    roles: ['support', 'privacy', 'operator'],
  }),
  'players freeze': act({
    summary:
      'Freezes an account: ends all sessions and refuses log-ins until its player follows the mailed link.',
    ...onePlayer,
    roles: ['support', 'privacy', 'operator'],
  }),
  'players reset-avatar': act({
    summary: 'Removes the picture of a player; the first letter of the name replaces it.',
    ...onePlayer,
    roles: ['support', 'operator'],
  }),
  'players blocks': look({
    summary: 'Lists the players whom a player has blocked, the latest first.',
    order: aPlayer,
    operands: ['player'],
    roles: ['support', 'privacy', 'operator'],
  }),
  'players block': act({
    summary: 'Blocks a player for another one; clients are notified.',
    ...twoPlayers,
    roles: ['support', 'operator'],
  }),
  'players unblock': act({
    summary: 'Removes the block of a player by another one; clients are notified.',
    ...twoPlayers,
    roles: ['support', 'operator'],
  }),
  'players export': act({
    summary: 'Writes all data of a player as JSON, without secrets.',
    ...onePlayer,
    roles: ['privacy'],
    needsProof: true,
    needsApproval: true,
    fileName: 'player.json',
  }),
  'players erase': act({
    summary:
      'Erases an account permanently, like its player: clients are notified and a farewell mail is sent.',
    ...onePlayer,
    roles: ['privacy'],
    needsProof: true,
    needsApproval: true,
  }),
  'badges list': look({
    summary: 'Lists the badges of players with their numbers.',
    ...ofDeployment,
    roles: ['support', 'brand', 'operator'],
  }),
  'badges give': act({
    summary: 'Gives a player a badge and the title that comes with it.',
    order: aPlayer.extend({ badge, title }),
    operands: ['player', 'badge'],
    roles: ['support', 'brand', 'operator'],
  }),
  'badges take': act({
    summary: 'Removes a badge from a player, and the title that came with it.',
    order: aPlayer.extend({ badge, title }),
    operands: ['player', 'badge'],
    roles: ['support', 'brand', 'operator'],
  }),
} as const
