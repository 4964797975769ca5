import * as z from 'zod'
import { lockPlayer, setBan } from '../database/credentials.ts'
import { type PlayerRecord, readPlayerRecord } from '../database/playerRecord.ts'
import type { Player } from '../database/players.ts'
import { revokeSessionsOf } from '../database/sessions.ts'
import { eraseAccount } from '../eraseAccount.ts'
import { act, question } from './command.ts'
import { deploymentNamed } from './deploymentNamed.ts'
import { deployment, player } from './orderFields.ts'
import { playerNamed, subjectOf } from './playerNamed.ts'

const aPlayer = { order: z.strictObject({ player, deployment }), operands: ['player'] } as const

const show = question({
  name: 'players show',
  summary: 'Shows a player: who it is, in what state, and what is linked.',
  ...aPlayer,
  async answer(services, { deployment: name, player: named }) {
    deploymentNamed(services, name)
    const { kysely } = services.database
    const found = await playerNamed(kysely, name, named)
    const record = await readPlayerRecord(kysely, name, found.id)
    return { data: summaryOf(found, record, services.clock.now()) }
  },
})

const ban = act({
  name: 'players ban',
  summary: 'Bans a player: out at once, here and at every site, and not in again.',
  ...aPlayer,
  async perform(services, { deployment: name, player: named }, transaction) {
    deploymentNamed(services, name)
    const found = await playerNamed(transaction, name, named)
    await setBan(transaction, name, found.id, services.clock.now())
    return of(found, `${found.username} is banned.`)
  },
})

const unban = act({
  name: 'players unban',
  summary: 'Lifts the ban of a player.',
  ...aPlayer,
  async perform(services, { deployment: name, player: named }, transaction) {
    deploymentNamed(services, name)
    const found = await playerNamed(transaction, name, named)
    await setBan(transaction, name, found.id, null)
    return of(found, `${found.username} is banned no more.`)
  },
})

const endSessions = act({
  name: 'players end-sessions',
  summary: 'Logs a player out everywhere, here and at every site.',
  ...aPlayer,
  async perform(services, { deployment: name, player: named }, transaction) {
    deploymentNamed(services, name)
    const found = await playerNamed(transaction, name, named)
    await lockPlayer(transaction, name, found.id)
    await revokeSessionsOf(transaction, name, found.id, null, services.clock.now())
    return of(found, `${found.username} is logged out everywhere.`)
  },
})

const exportPlayer = act({
  name: 'players export',
  summary: 'Writes everything that is kept of a player as JSON, without secrets.',
  ...aPlayer,
  async perform(services, { deployment: name, player: named }, transaction) {
    deploymentNamed(services, name)
    const found = await playerNamed(transaction, name, named)
    const data = await readPlayerRecord(transaction, name, found.id)
    return { data, message: JSON.stringify(data, null, 2), subject: subjectOf(found) }
  },
})

const erase = act({
  name: 'players erase',
  summary: 'Erases an account for good, as its player could: sites are told, a mail says farewell.',
  ...aPlayer,
  async perform(services, { deployment: name, player: named }, transaction) {
    const at = deploymentNamed(services, name)
    const found = await playerNamed(transaction, name, named)
    const departure = { deletionTypeId: null, reason: null }
    await eraseAccount(services, transaction, at, found.id, departure)
    const { id } = found
    return { data: { id }, message: `Player ${id} is erased.`, subject: subjectOf(found) }
  },
})

export const playerCommands = [show, ban, unban, endSessions, exportPlayer, erase]

function of(found: Player, message: string) {
  const { id, username } = found
  return { data: { id, username }, message, subject: subjectOf(found) }
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
    sites: record.site_consents.map((consent) => consent['client_id']),
    linked: record.connects.map((connect) => ({
      service: connect['canonical_name'],
      id: connect['account_id'],
      name: connect['connect_name'],
      since: connect['linked_at'],
      gone: connect['gone_at'],
    })),
  }
}
