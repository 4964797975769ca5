import * as z from 'zod'
import { lockPlayer, setBan } from '../../database/accounts/credentials.ts'
import { type PlayerRecord, readPlayerRecord } from '../../database/accounts/playerRecord.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import type { Player } from '../../database/accounts/players.ts'
import { revokeSessionsOf } from '../../database/auth/sessions.ts'
import { changeAvatar, letter } from '../../accounts/avatar/changeAvatar.ts'
import { eraseAccount } from '../../accounts/deletion/eraseAccount.ts'
import type { OperatorServices } from '../command/operatorServices.ts'
import { act, question, type CommandResult } from '../command/command.ts'
import { deploymentNamed } from '../command/deploymentNamed.ts'
import { deployment, player } from '../command/orderFields.ts'
import { playerNamed, subjectOf } from '../command/playerNamed.ts'

const aPlayer = { order: z.strictObject({ player, deployment }), operands: ['player'] } as const

const show = question({
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
    order: { readonly deployment: string },
    transaction: Executor,
    services: OperatorServices,
  ) => Promise<CommandResult>
}

/** A command on one player, whose id the audit log keeps. */
function actOnPlayer({ perform, ...given }: OnPlayer) {
  return act({
    ...given,
    ...aPlayer,
    async perform(services, order, transaction) {
      const found = await playerNamed(transaction, order.deployment, order.player)
      const result = await perform(found, order, transaction, services)
      return { ...result, subject: subjectOf(found) }
    },
  })
}

const ban = actOnPlayer({
  name: 'players ban',
  summary: 'Bans a player: out at once, here and at every site, and not in again.',
  async perform(found, { deployment }, transaction, { clock }) {
    await setBan(transaction, deployment, found.id, clock.now())
    return resultOf(found, `${found.username} is banned.`)
  },
})

const unban = actOnPlayer({
  name: 'players unban',
  summary: 'Lifts the ban of a player.',
  async perform(found, { deployment }, transaction) {
    await setBan(transaction, deployment, found.id, null)
    return resultOf(found, `${found.username} is banned no more.`)
  },
})

const endSessions = actOnPlayer({
  name: 'players end-sessions',
  summary: 'Logs a player out everywhere, here and at every site.',
  async perform(found, { deployment }, transaction, { clock }) {
    await lockPlayer(transaction, deployment, found.id)
    await revokeSessionsOf(transaction, deployment, found.id, null, clock.now())
    return resultOf(found, `${found.username} is logged out everywhere.`)
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
  async perform(found, { deployment }, transaction) {
    const data = await readPlayerRecord(transaction, deployment, found.id)
    return { data, message: JSON.stringify(data, null, 2) }
  },
})

const erase = actOnPlayer({
  name: 'players erase',
  summary:
    'Erases an account permanently, as its player could: clients are notified and a farewell mail is sent.',
  async perform({ id }, order, transaction, services) {
    const at = deploymentNamed(services, order.deployment)
    await eraseAccount(services, transaction, at, id, { deletionTypeId: null, reason: null })
    return { data: { id }, message: `Player ${id} is erased.` }
  },
})

export const playerCommands = [show, ban, unban, endSessions, resetAvatar, exportPlayer, erase]

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
