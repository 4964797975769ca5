import * as z from 'zod'
import { setBan } from '../../database/accounts/credentials.ts'
import { type PlayerRecord, readPlayerRecord } from '../../database/accounts/playerRecord.ts'
import type { Player } from '../../database/accounts/players.ts'
import { listBlockedBy } from '../../database/preferences/blocks.ts'
import { giveBadge, listBadges, takeBadge } from '../../database/preferences/surveys.ts'
import { batchCommand, type CommandResult, listCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { flag, player, until } from '../command/orderFields.ts'
import {
  aPlayer,
  type OnPlayer,
  playerCommand,
  playerNamed,
  recordByOperator,
} from '../command/playerNamed.ts'
import { printed } from '../command/printed.ts'
import { listRefused } from '../command/refusedLines.ts'
import { type Ban, banPlayer, readListed } from './banPlayers.ts'

/* A command loads its code when it is executed: passing it on needs none. */

const twoPlayers = {
  fields: {
    blocked: player.meta({ description: 'username, address, or id=… of the other player' }),
  },
  operands: ['blocked'],
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

export const playerCommands = [
  readCommand({
    name: 'players show',
    summary: 'Shows a player: names, state and linked accounts.',
    order: aPlayer,
    operands: ['player'],
    async answer(services, { deployment: name, player: named }) {
      const { kysely } = services.database
      const found = await playerNamed(kysely, name, named)
      const record = await readPlayerRecord(kysely, name, found.id)
      return { data: summaryOf(found, record, services.clock.now()) }
    },
  }),
  batchCommand({
    name: 'players ban',
    summary:
      'Bans a player, or all of a file: ends all sessions, here and at every site, and refuses log-ins.',
    order: banOrder,
    operands: ['player'],
    async perform(services, order, note, at) {
      const { until: given, publicReason: reason = null, player: named, dryRun } = order
      const until = given === undefined ? null : new Date(given)
      if (until !== null && until <= services.clock.now()) {
        throw new CommandRefusedError(`until: ${given} is not in the future.`)
      }
      const place = { services, at, note }
      const ban = { until, reason }
      if (named === undefined) return banListed(place, order.file ?? '', ban, dryRun)
      const found = await playerNamed(services.database.kysely, at.name, named)
      if (!dryRun) await banPlayer(place, found, ban)
      const end = until === null ? '' : ` until ${until.toISOString()}`
      return resultOf(found, dryRun ? `would be banned${end}.` : `is banned${end}.`)
    },
  }),
  playerCommand({
    name: 'players unban',
    summary: 'Lifts the ban of a player.',
    async perform(on) {
      const { transaction, at, found } = on
      await setBan(transaction, at.name, found.id, null)
      const wasBanned = found.banned_at !== null
      await recordByOperator(on, { act: 'support-unbanned', shown: {}, wasBanned })
      return resultOf(found, 'is no longer banned.')
    },
  }),
  playerCommand({
    name: 'players end-sessions',
    summary:
      'Logs a player out everywhere, here and at every client; ends open links and changes, and forgets browsers.',
    async perform(on) {
      await recordByOperator(on, { act: 'sessions-ended', shown: {}, which: 'all' })
      return resultOf(on.found, 'is logged out everywhere.')
    },
  }),
  playerCommand({
    name: 'players freeze',
    summary:
      'Freezes an account: ends all sessions and refuses log-ins until its player follows the mailed link.',
    async perform({ services, transaction, at, found }) {
      if (!at.rules.hasSecuritySection) {
        throw new CommandRefusedError(
          `${at.name} has no security section, and so no way back: players end-sessions, or players ban.`,
        )
      }
      const { freezeAccount } = await import('../../auth/account-protection/freezeAccount.ts')
      const context = { deployment: at, services, clientContext: null }
      const isNew = await freezeAccount(context, transaction, found, { actor: 'operator' })
      return resultOf(found, isNew ? 'is frozen. The way back was mailed.' : 'was frozen already.')
    },
  }),
  playerCommand({
    name: 'players reset-avatar',
    summary: 'Removes the picture of a player; the first letter of the name replaces it.',
    async perform({ services, transaction, found }) {
      const { changeAvatar, letter } = await import('../../accounts/avatar/avatarCalls.ts')
      await changeAvatar(services, transaction, found, letter)
      return resultOf(found, 'no longer has a picture.')
    },
  }),
  readCommand({
    name: 'players blocks',
    summary: 'Lists the players whom a player has blocked, the latest first.',
    order: aPlayer,
    operands: ['player'],
    async answer({ database: { kysely } }, { deployment: name, player: named }) {
      const found = await playerNamed(kysely, name, named)
      const blocked = await listBlockedBy(kysely, name, found.id)
      return { data: blocked.map(({ id, username }) => ({ id, username })) }
    },
  }),
  playerCommand({
    name: 'players block',
    summary: 'Blocks a player for another one; clients are notified.',
    ...twoPlayers,
    async perform({ services, transaction, at, found }, { blocked }) {
      const other = await playerNamed(transaction, at.name, blocked)
      const pair = { playerId: found.id, blockedId: other.id }
      const { blockFor } = await import('../../accounts/preferences/blocking.ts')
      const outcome = await blockFor(services, transaction, at, pair)
      if (outcome === 'missing') {
        throw new CommandRefusedError(`${found.username} cannot block ${other.username}.`)
      }
      if (outcome === 'full') throw new CommandRefusedError(`${found.username} can block no more.`)
      const message = `${found.username} has blocked ${other.username}.`
      return { data: pair, message, details: { blocked: other.id } }
    },
  }),
  playerCommand({
    name: 'players unblock',
    summary: 'Removes the block of a player by another one; clients are notified.',
    ...twoPlayers,
    async perform({ services, transaction, at, found }, { blocked }) {
      const other = await playerNamed(transaction, at.name, blocked)
      const pair = { playerId: found.id, blockedId: other.id }
      const { unblockFor } = await import('../../accounts/preferences/blocking.ts')
      if (!(await unblockFor(services, transaction, at, pair))) {
        throw new CommandRefusedError(`${found.username} has not blocked ${other.username}.`)
      }
      const message = `${found.username} blocks ${other.username} no more.`
      return { data: pair, message, details: { blocked: other.id } }
    },
  }),
  playerCommand({
    name: 'players export',
    summary: 'Writes all data of a player as JSON, without secrets.',
    async perform(on) {
      await recordByOperator(on, { act: 'support-looked', shown: {} })
      const data = await readPlayerRecord(on.transaction, on.at.name, on.found.id)
      return { data, message: JSON.stringify(data, null, 2) }
    },
  }),
  playerCommand({
    name: 'players erase',
    summary:
      'Erases an account permanently, like its player: clients are notified and a farewell mail is sent.',
    async perform({ services, transaction, at, found: { id } }) {
      const { eraseAccount } = await import('../../accounts/deletion/eraseAccount.ts')
      const request = { deletionTypeId: null, reason: null }
      await eraseAccount(services, transaction, at, id, request, null)
      return { data: { id }, message: `Player ${id} is erased.` }
    },
  }),
]

const badge = {
  fields: {
    badge: z
      .string()
      .regex(/^[a-z0-9-]{1,50}$/, 'is not made of small letters, digits and hyphens')
      .meta({ description: 'its name, like qualification-survey' }),
    title: z
      .string()
      .regex(/^[^;]{1,50}$/, 'is too long, or has a semicolon')
      .meta({ description: 'the title that comes with it' }),
  },
  operands: ['badge'],
} as const

export const badgeCommands = [
  listCommand({
    name: 'badges list',
    summary: 'Lists the badges of players with their numbers.',
    list: listBadges,
  }),
  playerCommand({
    name: 'badges give',
    summary: 'Gives a player a badge and the title that comes with it.',
    ...badge,
    async perform({ services, transaction, at, found }, { badge, title }) {
      const given = { name: badge, title }
      if (!(await giveBadge(transaction, at.name, found.id, given, services.clock.now()))) {
        throw new CommandRefusedError(`${found.username} has the badge ${badge} already.`)
      }
      const message = `${found.username} has the badge ${badge}.`
      return { data: { id: found.id }, message, details: { badge, title } }
    },
  }),
  playerCommand({
    name: 'badges take',
    summary: 'Removes a badge from a player, and the title that came with it.',
    ...badge,
    async perform({ transaction, at, found }, { badge, title }) {
      if (!(await takeBadge(transaction, at.name, found.id, { name: badge, title }))) {
        throw new CommandRefusedError(`${found.username} has no badge ${badge}.`)
      }
      const message = `${found.username} has the badge ${badge} no more.`
      return { data: { id: found.id }, message, details: { badge, title } }
    },
  }),
]

/**
 * Bans the players of a list, or none where a line names no player. Those who are banned stay so.
 */
async function banListed(
  place: Parameters<typeof banPlayer>[0],
  text: string,
  ban: Ban,
  isDry: boolean,
): Promise<CommandResult> {
  const { free, banned, refused } = await readListed(place, text)
  if (refused.length > 0) {
    throw new CommandRefusedError(`No player was banned: ${listRefused(refused)}`, {
      data: { refused },
    })
  }
  if (free.length + banned.length === 0) throw new CommandRefusedError('The file names no player.')
  if (!isDry) for (const player of free) await banPlayer(place, player, ban)
  const rows = free.map(({ id, username }) => ({ id, username }))
  const counts = `${free.length}. Banned already, and left so: ${banned.length}.`
  return {
    data: { players: rows, alreadyBanned: banned.length, isDryRun: isDry },
    message: isDry
      ? `${printed(rows)}\nPlayers who would be banned: ${counts}`
      : `Players banned: ${counts}`,
  }
}

/** The result of an act, as a sentence about its player. */
function resultOf({ id, username }: OnPlayer['found'], isSo: string): CommandResult {
  return { data: { id, username }, message: `${username} ${isSo}` }
}

function summaryOf(found: Player, record: PlayerRecord, now: Date) {
  const isOpen = (session: Readonly<Record<string, unknown>>) =>
    session['revoked_at'] === null &&
    session['refreshed_at'] === null &&
    (session['expires_at'] as Date) > now
  return {
    id: found.id,
    username: found.username,
    email: found.email,
    registered: found.created_at,
    confirmed: found.confirmed_at,
    banned: found.banned_at,
    bannedUntil: found.banned_until,
    banReason: found.ban_reason,
    frozen: found.frozen_at,
    refusesMailSince: found.mail_refused_at,
    provenBy: found.auth_partner ?? (found.password_hash === null ? null : 'password'),
    titles: found.titles === '' ? [] : found.titles.split(';'),
    badges: record.badges.map(({ badge }) => badge),
    openSessions: record.sessions.filter(isOpen).length,
    newsletters: record.newsletter_opt_ins
      .filter((choice) => choice['is_opt_in'] === true)
      .map((choice) => choice['list_id']),
    clients: record.client_consents.map((consent) => consent['client_id']),
    linked: record.connections.map((connect) => ({
      service: connect['canonical_name'],
      id: connect['account_id'],
      name: connect['account_name'],
      since: connect['linked_at'],
      gone: connect['gone_at'],
    })),
  }
}
