import * as z from 'zod'
import { setBan } from '../../database/accounts/credentials.ts'
import { type PlayerRecord, readPlayerRecord } from '../../database/accounts/playerRecord.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import { endClientSessions } from '../../database/oidc/clientSessions.ts'
import { endTrust } from '../../database/auth/endOpenProofs.ts'
import { freezeAccount } from '../../auth/account-protection/freezeAccount.ts'
import { block, unblockFor } from '../../accounts/preferences/blocking.ts'
import { listBlockedBy } from '../../database/preferences/blocks.ts'
import { changeAvatar, letter } from '../../accounts/avatar/changeAvatar.ts'
import { eraseAccount } from '../../accounts/deletion/eraseAccount.ts'
import type { OperatorServices } from '../command/operatorServices.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { writeCommand, readCommand, type CommandResult } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment, moment, player } from '../command/orderFields.ts'
import { playerNamed, subjectOf } from '../command/playerNamed.ts'
import { recordByOperator } from '../command/recordByOperator.ts'

const aPlayer = { order: z.strictObject({ player, deployment }), operands: ['player'] } as const

const show = readCommand({
  name: 'players show',
  summary: 'Shows a player: who it is, in what state, and what is linked.',
  ...aPlayer,
  async answer(services, { deployment: name, player: named }) {
    const { kysely } = services.database
    const found = await playerNamed(kysely, name, named)
    const record = await readPlayerRecord(kysely, name, found.id)
    return { data: summaryOf(found, record, services.clock.now()) }
  },
})

interface OnPlayer {
  readonly name: string
  readonly summary: string
  readonly perform: (
    found: Player,
    at: Deployment,
    transaction: Executor,
    services: OperatorServices,
  ) => Promise<CommandResult>
}

/** A command on one player, whose id the audit log keeps. */
function actOnPlayer({ perform, ...given }: OnPlayer) {
  return writeCommand({
    ...given,
    ...aPlayer,
    async perform(services, order, transaction, at) {
      const found = await playerNamed(transaction, at.name, order.player)
      const result = await perform(found, at, transaction, services)
      return { ...result, subject: subjectOf(found) }
    },
  })
}

const ban = writeCommand({
  name: 'players ban',
  summary: 'Bans a player: out at once, here and at every site, and not in again.',
  order: z.strictObject({
    player,
    deployment,
    until: moment
      .optional()
      .meta({ description: 'its end; for ever, without one', value: 'moment' }),
    publicReason: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, 'has invisible characters')
      .optional()
      .meta({ description: 'what the player reads at a log-in, as plain text', value: 'text' }),
  }),
  operands: ['player'],
  async perform(services, order, transaction) {
    const since = services.clock.now()
    const until = order.until === undefined ? null : new Date(order.until)
    if (until !== null && until <= since) {
      throw new CommandRefusedError(`until: ${order.until} is not in the future.`)
    }
    const found = await playerNamed(transaction, order.deployment, order.player)
    const reason = order.publicReason ?? null
    await setBan(transaction, order.deployment, found.id, { since, until, reason })
    const all = { playerId: found.id, keptFamily: null }
    await endClientSessions(transaction, order.deployment, all, since)
    // A ban that is lifted gives back the account, and no short way into it.
    await endTrust(transaction, order.deployment, found.id, since)
    const banned = {
      act: 'support-banned',
      shown: {},
      wasBanned: found.banned_at !== null,
    } as const
    await recordByOperator(services, transaction, found, banned)
    const end = until === null ? '' : ` until ${until.toISOString()}`
    return {
      ...resultOf(found, `${found.username} is banned${end}.`),
      subject: subjectOf(found),
      details: { until, hasPublicReason: reason !== null },
    }
  },
})

const unban = actOnPlayer({
  name: 'players unban',
  summary: 'Lifts the ban of a player.',
  async perform(found, at, transaction, services) {
    await setBan(transaction, at.name, found.id, null)
    const wasBanned = found.banned_at !== null
    const lifted = { act: 'support-unbanned', shown: {}, wasBanned } as const
    await recordByOperator(services, transaction, found, lifted)
    return resultOf(found, `${found.username} is banned no more.`)
  },
})

const endSessions = actOnPlayer({
  name: 'players end-sessions',
  summary:
    'Logs a player out everywhere, here and at every site, and ends open links, changes and flows.',
  async perform(found, _, transaction, services) {
    const ended = { act: 'sessions-ended', shown: {}, which: 'all' } as const
    await recordByOperator(services, transaction, found, ended)
    return resultOf(found, `${found.username} is logged out everywhere.`)
  },
})

const freeze = actOnPlayer({
  name: 'players freeze',
  summary:
    'Freezes an account: out everywhere, and not in again until its player follows the mailed link.',
  async perform(found, at, transaction, services) {
    if (!at.rules.hasSecuritySection) {
      throw new CommandRefusedError(
        `${at.name} has no security section, and so no way back: players end-sessions, or players ban.`,
      )
    }
    const context = { deployment: at, services, clientContext: null }
    const isNew = await freezeAccount(context, transaction, found, { actor: 'operator' })
    const message = isNew
      ? `${found.username} is frozen. The way back was mailed.`
      : `${found.username} was frozen already.`
    return resultOf(found, message)
  },
})

const resetAvatar = actOnPlayer({
  name: 'players reset-avatar',
  summary: 'Takes the picture of a player away: the first letter of the name stands for it again.',
  async perform(found, _, transaction, services) {
    await changeAvatar(services, transaction, found, letter)
    return resultOf(found, `${found.username} has no picture any more.`)
  },
})

const exportPlayer = actOnPlayer({
  name: 'players export',
  summary: 'Writes everything that is kept of a player as JSON, without secrets.',
  async perform(found, at, transaction, services) {
    await recordByOperator(services, transaction, found, { act: 'support-looked', shown: {} })
    const data = await readPlayerRecord(transaction, at.name, found.id)
    return { data, message: JSON.stringify(data, null, 2) }
  },
})

const erase = actOnPlayer({
  name: 'players erase',
  summary:
    'Erases an account permanently, as its player could: clients are notified and a farewell mail is sent.',
  async perform({ id }, at, transaction, services) {
    const request = { deletionTypeId: null, reason: null }
    await eraseAccount(services, transaction, at, id, request, null)
    return { data: { id }, message: `Player ${id} is erased.` }
  },
})

const blocks = readCommand({
  name: 'players blocks',
  summary: 'Lists the players whom a player has blocked, the latest first.',
  ...aPlayer,
  async answer({ database: { kysely } }, { deployment: name, player: named }) {
    const found = await playerNamed(kysely, name, named)
    const blocked = await listBlockedBy(kysely, name, found.id)
    return { data: blocked.map(({ id, username }) => ({ id, username })) }
  },
})

const twoPlayers = {
  order: z.strictObject({
    player,
    blocked: player.meta({ description: 'username, address, or id=… of the other player' }),
    deployment,
  }),
  operands: ['player', 'blocked'],
} as const

async function pairNamed(order: z.output<typeof twoPlayers.order>, transaction: Executor) {
  const found = await playerNamed(transaction, order.deployment, order.player)
  const other = await playerNamed(transaction, order.deployment, order.blocked)
  return { found, other, pair: { playerId: found.id, blockedId: other.id } }
}

const addBlock = writeCommand({
  name: 'players block',
  summary: 'Blocks a player for another one; clients are notified.',
  ...twoPlayers,
  async perform(services, order, transaction, at) {
    const { found, other, pair } = await pairNamed(order, transaction)
    const outcome = await block(services, transaction, at, pair)
    if (outcome === 'missing') {
      throw new CommandRefusedError(`${found.username} cannot block ${other.username}.`)
    }
    if (outcome === 'full') throw new CommandRefusedError(`${found.username} can block no more.`)
    const message = `${found.username} has blocked ${other.username}.`
    return { data: pair, message, subject: subjectOf(found), details: { blocked: other.id } }
  },
})

const dropBlock = writeCommand({
  name: 'players unblock',
  summary: 'Removes the block of a player by another one; clients are notified.',
  ...twoPlayers,
  async perform(services, order, transaction, at) {
    const { found, other, pair } = await pairNamed(order, transaction)
    if (!(await unblockFor(services, transaction, at, pair))) {
      throw new CommandRefusedError(`${found.username} has not blocked ${other.username}.`)
    }
    const message = `${found.username} blocks ${other.username} no more.`
    return { data: pair, message, subject: subjectOf(found), details: { blocked: other.id } }
  },
})

export const playerCommands = [
  show,
  ban,
  unban,
  endSessions,
  freeze,
  resetAvatar,
  blocks,
  addBlock,
  dropBlock,
  exportPlayer,
  erase,
]

function resultOf({ id, username }: Player, message: string): CommandResult {
  return { data: { id, username }, message }
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
    sites: record.client_consents.map((consent) => consent['client_id']),
    linked: record.connections.map((connect) => ({
      service: connect['canonical_name'],
      id: connect['account_id'],
      name: connect['account_name'],
      since: connect['linked_at'],
      gone: connect['gone_at'],
    })),
  }
}
