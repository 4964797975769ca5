import type { Selectable } from 'kysely'
import { listConnectionsOf } from '../federation/connections.ts'
import { emptyEventsOf } from './accountEvents.ts'
import { allowForgetting } from '../transactions/forgetLedger.ts'
import type { Executor } from '../schema/executor.ts'
import type { Player } from '../accounts/players.ts'
import { endClientSessions } from '../oidc/clientSessions.ts'
import type { Tables } from '../schema/rows.ts'
import { releaseAll } from '../accounts/uniqueValues.ts'
import { isPlayer, ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'
import { tablesWhere } from '../schema/tables.ts'

/** The decisions in `consents` stay, without the network address. */
const belongings = tablesWhere(({ erased }) => erased === 'deleted')

export interface DeletionRequest {
  readonly deletionTypeId: number | null
  readonly reason: string | null
}

/**
 * Erases a player: username and email address become free, nothing that identifies the player stays,
 * and the reason is kept without the player. Answers the player as it was; null when another request
 * was faster. Runs in a transaction, and releases what the player had last. Sessions are locked before the player's keys change, because a
 * refresh locks in this order too.
 */
export async function erasePlayer(
  transaction: Executor,
  deployment: string,
  playerId: number,
  request: DeletionRequest,
  now: Date,
): Promise<Player | null> {
  const player = await transaction
    .selectFrom('players')
    .selectAll()
    .$call(isPlayer(deployment, playerId))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!player) return null
  const connections = await listConnectionsOf(transaction, deployment, playerId)
  await transaction
    .selectFrom('sessions')
    .select('id')
    .$call(ofPlayer(deployment, playerId))
    .orderBy('id')
    .forUpdate()
    .execute()
  await endClientSessions(transaction, deployment, { playerId, keptFamily: null }, now)
  await anonymise(transaction, deployment, playerId, now)
  await emptyEventsOf(transaction, deployment, playerId)
  await allowForgetting(transaction)
  for (const table of belongings) {
    // Each of them has the player's id, as sessions do.
    const rows = transaction.deleteFrom(table as 'sessions')
    await rows.$call(ofPlayer(deployment, playerId)).execute()
  }
  await transaction
    .deleteFrom('blocks')
    .$call(ofDeployment(deployment))
    .where('blocked_id', '=', playerId)
    .execute()
  await transaction
    .updateTable('consents')
    .set({ ip: '' })
    .$call(ofPlayer(deployment, playerId))
    .execute()
  await transaction
    .insertInto('deletions')
    .values({
      deployment,
      deletion_type_id: request.deletionTypeId,
      reason:
        request.reason === null
          ? null
          : withoutTraces(request.reason, tracesOf(player, connections)),
      at: now,
    })
    .execute()
  await releaseAll(transaction, deployment, [playerId], now)
  return player
}

async function anonymise(transaction: Executor, deployment: string, id: number, now: Date) {
  await transaction
    .updateTable('players')
    .set({
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
      deleted_at: now,
    })
    .$call(isPlayer(deployment, id))
    .execute()
}

/** Words that identify a player; an email address before the name that it begins with. */
function tracesOf(
  player: Player,
  connections: readonly Selectable<Tables['connections']>[],
): string[] {
  const { username, email, firstname, lastname } = player
  const accounts = connections.flatMap((connection) => [
    connection.account_id,
    connection.account_name,
  ])
  return [username, email, firstname ?? '', lastname ?? '', ...accounts]
    .filter((trace) => trace !== '')
    .toSorted((one, other) => other.length - one.length)
}

/** A reason that names its author would keep what the deletion has promised to forget. */
function withoutTraces(reason: string, traces: readonly string[]): string {
  const words = traces.map((trace) => trace.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return reason.replaceAll(named, '…')
}
