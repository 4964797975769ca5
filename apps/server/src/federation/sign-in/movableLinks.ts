import type { LinkMove as Movable } from '@gatehouse/contract/errorItems'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { lifetimes } from '@gatehouse/contract/limits'
import { hasAnotherWayIn } from '../../auth/password/requireWayIn.ts'
import { type Before, linksBefore } from '../../auth/security-acts/past.ts'
import { type MailedActContext, recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import {
  findConnection,
  listConnectionsOf,
  removeConnection,
  saveConnection,
} from '../../database/federation/connectionStatements.ts'
import {
  endMove,
  isMoveBarred,
  type LinkMove,
  listDueMoves,
  markMoved,
} from '../../database/federation/linkMoves.ts'
import type { Executor, Row } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { doEach } from '../../platform/doEach.ts'
import { after } from '../../platform/clock.ts'
import type { FederationServices, LinkingContext } from '../federationServices.ts'
import type { ServiceTicket } from './serviceTicket.ts'

/*
 * A linked account goes to another account of the person who has just proven it. The player who has it
 * is mailed, can stop the move of a way in for three days, and can take any moved link back for a week.
 */

type Link = Row<'connections'>

/**
 * How the account of a ticket can move to the caller; null where it cannot. The name of the player who
 * has it is said where the account is that player's way in: then both are the same person's.
 */
export async function moveOf(
  { deployment, services }: Pick<LinkingContext, 'deployment' | 'services'>,
  { service, account }: Pick<ServiceTicket, 'service' | 'account'>,
  Ticket: string,
): Promise<Movable | null> {
  const { kysely } = services.database
  const link = await findConnection(kysely, deployment.name, service, account.accountId)
  const holder = link && (await findById(kysely, deployment.name, link.player_id))
  if (!link || !holder) return null
  const about = { service, accountId: account.accountId }
  const now = services.clock.now()
  if (await isMoveBarred(kysely, deployment.name, holder.id, about, now)) return null
  const way = await wayOf(kysely, holder, link, now)
  if (way === null) return null
  const Username = link.signs_in ? holder.username : null
  return { Ticket, Username, Waits: way === 'waits', Ends: way === 'ends' }
}

/**
 * How a link leaves its player: `at once`; `waits` where it is a way in; `ends` with an account that
 * nobody has confirmed and that has no other way in. Null for a partner's player, and while changes of the
 * account are on hold: a thief may have the account of the service besides.
 */
export async function wayOf(
  executor: Executor,
  holder: Player,
  { canonical_name, signs_in }: Link,
  now: Date,
): Promise<'at once' | 'waits' | 'ends' | null> {
  if (holder.auth_type === 2) return null
  if (holder.held_until !== null && holder.held_until > now) return null
  if (!signs_in) return 'at once'
  const hasOther = await hasAnotherWayIn(executor, holder, canonical_name as CanonicalName)
  return holder.confirmed_at === null && !hasOther ? 'ends' : 'waits'
}

/** Locks the rows of two players, in the order in which every transaction does. */
export async function lockBoth(
  transaction: Executor,
  deployment: string,
  ids: readonly [number, number],
): Promise<ReadonlyMap<number, Player>> {
  const [first, second] = ids[0] < ids[1] ? ids : [ids[1], ids[0]]
  const locked = [
    await lockPlayer(transaction, deployment, first),
    await lockPlayer(transaction, deployment, second),
  ]
  return new Map(locked.flatMap((player) => (player ? [[player.id, player] as const] : [])))
}

/** What two players had before a link went from one to the other. */
interface LinksBefore {
  readonly from: Before
  readonly to: Before
}

/**
 * Gives the link of one player to another one, and answers what both had. It opens nothing until its new
 * player says so.
 */
export async function handLinkOver(
  transaction: Executor,
  link: Link,
  to: Player,
  now: Date,
): Promise<LinksBefore> {
  const { deployment, player_id, account_id: accountId, account_name: name, avatar } = link
  const service = link.canonical_name as CanonicalName
  const before = {
    from: await linksBefore(transaction, { deployment, id: player_id }),
    to: await linksBefore(transaction, to),
  }
  await removeConnection(transaction, deployment, player_id, service, now)
  await saveConnection(transaction, deployment, to.id, service, { accountId, name, avatar }, now)
  return before
}

/** Records a move for both players, and mails them. */
export async function recordMoved(
  context: MailedActContext,
  transaction: Executor,
  link: Link,
  { from, to, before, family }: { from: Player; to: Player; before: LinksBefore; family?: string },
): Promise<void> {
  const shown = shownOf(link)
  const act = { act: 'link-moved', shown } as const
  await recordMailedAct(context, transaction, from, {
    ...act,
    before: before.from,
    hasArrived: false,
  })
  await recordMailedAct(context, transaction, to, {
    ...act,
    before: before.to,
    hasArrived: true,
    ...(family !== undefined && { family }),
  })
}

export function shownOf({ canonical_name, account_name }: Link) {
  return { CanonicalName: canonical_name as CanonicalName, AccountName: account_name }
}

/** Moves every link whose time has come and that nobody has stopped. */
export async function moveDueLinks(services: FederationServices): Promise<void> {
  const { database, clock, deployments } = services
  await doEach(await listDueMoves(database.kysely, clock.now()), async (move) => {
    const deployment = deployments.byName(move.deployment)
    if (!deployment) return
    const context = { deployment, services, clientContext: null }
    await inTransaction(database.kysely, (transaction) => moveDue(context, transaction, move))
  })
}

/** Moves a link, unless something has changed since: then the move is over. */
async function moveDue(
  context: MailedActContext,
  transaction: Executor,
  move: LinkMove,
): Promise<void> {
  const { deployment, player_id: fromId, to_player_id: toId, account_id: accountId } = move
  const service = move.canonical_name as CanonicalName
  const now = context.services.clock.now()
  const players = await lockBoth(transaction, deployment, [fromId, toId])
  const [from, to] = [players.get(fromId), players.get(toId)]
  const link = await findConnection(transaction, deployment, service, accountId)
  const isStill = from && to && link?.player_id === fromId
  const others = isStill ? await listConnectionsOf(transaction, deployment, toId) : []
  const isOpen =
    isStill &&
    from.frozen_at === null &&
    to.frozen_at === null &&
    to.banned_at === null &&
    !others.some(({ canonical_name }) => canonical_name === service) &&
    // The last way in is never taken.
    (!link.signs_in || (await hasAnotherWayIn(transaction, from, service)))
  if (!isOpen) {
    await endMove(transaction, move, now, now)
    return
  }
  if (!(await markMoved(transaction, move, now, after(now, lifetimes.movedLink)))) return
  const before = await handLinkOver(transaction, link, to, now)
  await recordMoved(context, transaction, link, { from, to, before })
}
