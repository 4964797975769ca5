import { lockPlayer } from '../accounts/credentials.ts'
import type { Player } from '../accounts/players.ts'
import { keepErasureRecords, recordOf } from '../accounts/erasureRecords.ts'
import { releaseAll } from '../accounts/uniqueValues.ts'
import { lockSessions } from '../auth/sessionStatements.ts'
import { listConnectionsOf } from '../federation/connectionStatements.ts'
import { forgetAnswersAbout } from '../staff/answersAbout.ts'
import { forgetOrdersAbout } from '../staff/approvals.ts'
import { endClientSessions } from '../oidc/clientSessions.ts'
import { changeRows, deleteRows, type Executor, type Row } from '../schema/executor.ts'
import { tablesWhere } from '../schema/tables.ts'
import { allowForgetting } from './sweep.ts'

/** The columns of a player that identify the player, as they are left. */
const anonymous = {
  username: '',
  username_key: null,
  email: '',
  email_key: null,
  password_hash: null,
  firstname: null,
  lastname: null,
  date_of_birth: null,
  avatar_url: '',
  avatar_source: '',
  language: null,
  titles: '',
  auth_partner: null,
  steam_check: false,
  referrer_id: null,
  register_ip: null,
  registered_with: null,
  ban_reason: null,
  factors: 0,
  frozen_at: null,
  security_changed_at: null,
  frozen_by: null,
  held_until: null,
  deletion_due_at: null,
  deletion_type_id: null,
  deletion_reason: null,
  leak_checked_at: null,
  leak_found_at: null,
} as const

/** The decisions in `consents` stay, without the network address. */
const belongings = tablesWhere(({ erased }) => erased === 'deleted')

export interface DeletionRequest {
  readonly deletionTypeId: number | null
  readonly reason: string | null
}

/**
 * Erases a player: username and email address become free, nothing that identifies the player
 * stays, and the reason is kept without the player. Answers the player as it was; null when another
 * request was faster. Sessions are locked before the player's keys change, because a refresh locks
 * in this order too.
 */
export async function erasePlayer(
  transaction: Executor,
  deployment: string,
  playerId: number,
  request: DeletionRequest,
  now: Date,
): Promise<Player | null> {
  const player = await lockPlayer(transaction, deployment, playerId)
  if (!player) return null
  const connections = await listConnectionsOf(transaction, deployment, playerId)
  await lockSessions(transaction, deployment, playerId)
  await endClientSessions(transaction, deployment, { playerId, keptFamily: null }, now)
  const anonymised = { ...anonymous, deleted_at: now }
  await keepErasureRecords(transaction, async () => {
    await changeRows(transaction, 'players', { deployment, id: playerId }, anonymised)
    return [recordOf(player, 'erased', now)]
  })
  const own = { deployment, player_id: playerId }
  await changeRows(transaction, 'account_events', own, { data: '{}' })
  await allowForgetting(transaction)
  for (const table of belongings) {
    // Each of them has the player's id, as sessions do.
    await deleteRows(transaction, table as 'sessions', own)
  }
  await deleteRows(transaction, 'blocks', { deployment, blocked_id: playerId })
  await forgetOrdersAbout(transaction, deployment, `player ${playerId}`)
  await forgetAnswersAbout(transaction, deployment, playerId)
  await changeRows(transaction, 'consents', own, { ip: '' })
  const { deletionTypeId, reason } = request
  const kept = reason === null ? null : withoutTraces(reason, tracesOf(player, connections))
  await transaction
    .insertInto('deletions')
    .values({ deployment, deletion_type_id: deletionTypeId, reason: kept, at: now })
    .execute()
  await releaseAll(transaction, deployment, [playerId], now)
  return player
}

/** Words that identify a player; an email address before the name that it begins with. */
function tracesOf(player: Player, connections: readonly Row<'connections'>[]): string[] {
  const { username, email, firstname, lastname } = player
  const accounts = connections.flatMap(({ account_id, account_name }) => [account_id, account_name])
  return [username, email, firstname ?? '', lastname ?? '', ...accounts]
    .filter((trace) => trace !== '')
    .toSorted((one, other) => other.length - one.length)
}

/** A reason that names its author would keep data that the deletion promised to remove. */
function withoutTraces(reason: string, traces: readonly string[]): string {
  const words = traces.map((trace) => trace.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return reason.replaceAll(named, '…')
}
