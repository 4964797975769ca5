import type { CanonicalName } from '@gatehouse/contract/entities'
import { lifetimes } from '@gatehouse/contract/limits'
import { eraseAccount } from '../../accounts/deletion/eraseAccount.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { hasAnotherWayIn } from '../../auth/password/requireWayIn.ts'
import { linksBefore } from '../../auth/security-acts/past.ts'
import { recordAct, recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { findCallerWithoutPartner, lockCaller } from '../../auth/session/lockCaller.ts'
import type { Player } from '../../database/accounts/players.ts'
import {
  findConnection,
  listConnectionsOf,
  saveConnection,
} from '../../database/federation/connectionStatements.ts'
import {
  endMove,
  insertMove,
  isMoveBarred,
  type LinkMove,
  listMovesFrom,
  listMovesTo,
} from '../../database/federation/linkMoves.ts'
import { spendServiceTicket } from '../../database/federation/serviceTickets.ts'
import type { Executor, Row } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import { type FederationContext, handler } from '../federationServices.ts'
import { handLinkOver, lockBoth, recordMoved, shownOf, wayOf } from './movableLinks.ts'
import { readServiceTicket, type ServiceTicket } from './serviceTicket.ts'
import { accountHandler, type MoveContext } from './signInServices.ts'

/**
 * Moves the account of a ticket to the caller. The ticket proves the account of the service, and the
 * caller has authenticated recently, with every factor. Refuses where it is the last way in of a player
 * who has confirmed the address, and where that player has stopped such a move lately.
 */
export const moveLink = accountHandler('moveLink', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  await findCallerWithoutPartner(context)
  if (caller.partner !== null) throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, 'moveLink')
  const ticket = await readServiceTicket(context, input.body.Ticket)
  const { kysely } = services.database
  const { service, account } = ticket
  const link = await findConnection(kysely, deployment.name, service, account.accountId)
  if (!link || link.player_id === caller.player_id) throw refuse('ERROR_SERVICE_EXPIRED')
  return inTransaction(kysely, (transaction) => move(context, transaction, ticket, link.player_id))
})

async function move(
  context: MoveContext,
  transaction: Executor,
  { service, account, key }: ServiceTicket,
  holderId: number,
) {
  const { deployment, services, caller, refuse } = context
  const { name } = deployment
  const now = services.clock.now()
  const players = await lockBoth(transaction, name, [holderId, caller.player_id])
  const from = players.get(holderId)
  const to = players.get(caller.player_id) && (await lockCaller(transaction, deployment, caller))
  const { accountId } = account
  const link = await findConnection(transaction, name, service, accountId)
  if (!from || !to || link?.player_id !== from.id) throw refuse('ERROR_SERVICE_EXPIRED')
  if (to.banned_at !== null) throw refuse('ERROR_NOT_ALLOWED')
  if (to.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  await refuseOther(context, transaction, to, service)
  const about = { service, accountId }
  const isBarred = await isMoveBarred(transaction, name, from.id, about, now)
  const way = isBarred ? null : await wayOf(transaction, from, link, now)
  if (way === null) throw refuse('ERROR_NOT_ALLOWED')
  if (!(await spendServiceTicket(transaction, key, now))) throw refuse('ERROR_SERVICE_EXPIRED')
  if (way === 'ends') return endTwin(context, transaction, link, { from, to })
  const isLast = way === 'waits' && !(await hasAnotherWayIn(transaction, from, service))
  if (isLast) throw refuse('ERROR_LAST_WAY_IN')
  const dueAt = way === 'waits' ? after(now, lifetimes.linkMove) : now
  const until = after(dueAt, lifetimes.movedLink)
  await insertMove(transaction, {
    deployment: name,
    player_id: from.id,
    to_player_id: to.id,
    canonical_name: service,
    account_id: accountId,
    asked_at: now,
    due_at: dueAt,
    until,
    moved_at: way === 'waits' ? null : now,
  })
  if (way === 'waits') {
    const shown = { ...shownOf(link), Until: dueAt.toISOString() }
    await recordMailedAct(context, transaction, from, { act: 'link-moves', shown })
    return { Outcome: 'waits' as const, Until: dueAt.toISOString() }
  }
  const before = await handLinkOver(transaction, link, to, now)
  const { family } = caller
  await recordMoved(context, transaction, link, { from, to, before, family })
  return { Outcome: 'moved' as const, Until: until.toISOString() }
}

async function refuseOther(
  { deployment, refuse }: FederationContext<'moveLink'> | FederationContext<'stopLinkMove'>,
  transaction: Executor,
  player: Player,
  service: CanonicalName,
): Promise<void> {
  const linked = await listConnectionsOf(transaction, deployment.name, player.id)
  if (linked.some(({ canonical_name }) => canonical_name === service)) {
    throw refuse('ERROR_SERVICE_OTHER')
  }
}

/**
 * Takes the link from an account that has no other way in and whose address nobody has confirmed, and
 * removes that account: its person has just proven its way in, and nobody could open it any more.
 */
async function endTwin(
  context: MoveContext,
  transaction: Executor,
  link: Row<'connections'>,
  { from, to }: { readonly from: Player; readonly to: Player },
) {
  const { deployment, services, caller, clientContext } = context
  const now = services.clock.now()
  const request = { deletionTypeId: null, reason: null }
  await eraseAccount(services, transaction, deployment, from.id, request, clientContext)
  const { account_id: accountId, account_name: name, avatar } = link
  const service = link.canonical_name as CanonicalName
  const account = { accountId, name, avatar }
  const before = await linksBefore(transaction, to)
  await saveConnection(transaction, deployment.name, to.id, service, account, now)
  const act = { act: 'linked', shown: shownOf(link), before, family: caller.family } as const
  await recordAct(context, transaction, to, act)
  return { Outcome: 'moved' as const, Until: now.toISOString() }
}

/**
 * Stops a move that waits, for either player, which only keeps what is; or takes a moved link back for
 * the player who had it, after a recent authentication. The other player is mailed. Refuses a move that
 * is none of the caller's or is over.
 */
export const stopLinkMove = handler('stopLinkMove', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const { kysely } = services.database
  const now = services.clock.now()
  const from = await listMovesFrom(kysely, deployment.name, caller.player_id, now)
  const to = await listMovesTo(kysely, deployment.name, caller.player_id)
  const found = [...from, ...to].find(({ id }) => id === input.body.Id)
  if (!found || found.ended_at !== null) throw refuse('ERROR_NOT_ALLOWED')
  if (found.moved_at !== null) requireRecentAuth(context, 'stopLinkMove')
  await inTransaction(kysely, (transaction) => stop(context, transaction, found))
  return {}
})

async function stop(
  context: FederationContext<'stopLinkMove'>,
  transaction: Executor,
  found: LinkMove,
): Promise<void> {
  const { deployment, services, caller, refuse } = context
  const { name } = deployment
  const now = services.clock.now()
  const { player_id: fromId, to_player_id: toId, account_id: accountId } = found
  const service = found.canonical_name as CanonicalName
  const players = await lockBoth(transaction, name, [fromId, toId])
  const own = players.get(caller.player_id) && (await lockCaller(transaction, deployment, caller))
  const isHolder = caller.player_id === fromId
  // Who asked for the move may ask again; who kept the link is left alone for a while.
  const until = isHolder ? after(now, lifetimes.keptLink) : now
  if (!own || !(await endMove(transaction, found, now, until))) throw refuse('ERROR_NOT_ALLOWED')
  const link = await findConnection(transaction, name, service, accountId)
  if (!link) return
  const isBack = found.moved_at !== null
  if (isBack && link.player_id !== toId) throw refuse('ERROR_NOT_ALLOWED')
  if (isBack) await refuseOther(context, transaction, own, service)
  const before = isBack ? await handLinkOver(transaction, link, own, now) : { from: {}, to: {} }
  const act = { act: 'link-kept', shown: shownOf(link) } as const
  const other = players.get(isHolder ? toId : fromId)
  const { family } = caller
  const forOwn = { ...act, before: before.to, isOther: false, family }
  await recordMailedAct(context, transaction, own, forOwn)
  const forOther = { ...act, before: before.from, isOther: isHolder }
  if (other) await recordMailedAct(context, transaction, other, forOther)
}
