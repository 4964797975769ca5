import { maskEmail } from '@gatehouse/contract/display'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import {
  endRewind,
  findWaitingRewind,
  insertRewind,
  listDueRewinds,
  listTenures,
  type Rewind,
  type Tenure,
} from '../../database/auth/rewinds.ts'
import { takeSafetyLink } from '../../database/auth/safetyLinkStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { afterCommit, inTransaction } from '../../database/transactions/inTransaction.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { doEach } from '../../platform/doEach.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import type { RightFactor } from '../second-factor/checkFactor.ts'
import { noteCode } from '../second-factor/secondStep.ts'
import { cancelDeletion } from '../security-acts/cancelDeletion.ts'
import { type PastEntry, readPast, waysOf } from '../security-acts/past.ts'
import { type MailedActContext, recordMailedAct } from '../security-acts/recordAct.ts'
import { setFrozen, setOpen } from './freezeAccount.ts'
import { rewind, type Rewound } from './rewind.ts'
import { entriesFor, held, type LinkFound, tenureOf } from './safetyLinks.ts'

export interface Restoring {
  readonly from: PastEntry
  /** One of the factors from before that entry; null where none was shown. */
  readonly factor: RightFactor | null
}

type Restored =
  | ({ readonly outcome: 'done' } & Rewound)
  | { readonly outcome: 'waits'; readonly until: Date }

/**
 * Puts an account back by the link of one of its addresses, at once where a second factor from before was
 * shown or the account had none; else it is frozen at once, and put back after a wait in which such a
 * factor can stop it.
 */
export async function restoreByLink(
  context: AuthCall,
  found: LinkFound,
  { from, factor }: Restoring,
): Promise<Restored> {
  const { deployment, services } = context
  const restore = async (transaction: Executor) => {
    const player = await lockPlayer(transaction, deployment.name, found.player.id)
    const tenure = player && (await tenureOf(context, transaction, { ...found, player }))
    if (!player || !tenure) throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
    const past = await readPast(context, transaction, player)
    const entries = await entriesFor(transaction, player, { past, tenure })
    const entry = entries.find(({ id }) => id === from.id)
    if (!entry) throw refuse('ERROR_REWIND_NOT_YOURS')
    const refusal = await factor?.spend(transaction)
    if (refusal) return refusal
    if (factor) await noteCode(context, transaction, player, factor)
    const now = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, found.sought, 'restore', now))) {
      throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    }
    const waiting = await findWaitingRewind(transaction, player)
    const isShown = factor !== null || waysOf(entry.account).length === 0
    if (waiting && !(await givesWay(transaction, { player, waiting, tenure, isShown }))) {
      throw held(waiting.due_at, now)
    }
    if (waiting) await endRewind(transaction, waiting, 'void', now)
    const froze = player.frozen_at === null || waiting?.froze === true
    const asked = { player, entry, address: tenure.email, emailKey: tenure.emailKey, froze }
    if (!isShown)
      return { outcome: 'waits' as const, until: await ask(context, transaction, asked) }
    const rewound = await rewind(context, transaction, { player, past, from: entry })
    await insertRewind(transaction, {
      ...rowOf(asked, now, now),
      state: 'done',
      froze: false,
      ended_at: now,
    })
    if (factor) await afterCommit(transaction, services.log, factor.forgive)
    return { outcome: 'done' as const, ...rewound }
  }
  const outcome = await againIfTaken(() => inTransaction(services.database.kysely, restore))
  if (typeof outcome === 'function') throw await outcome()
  return outcome
}

/** Begins again where another player took something under its hands: the next time it is known to be gone. */
async function againIfTaken<T>(act: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isValueTaken(error) || tries === 1) throw error
    return againIfTaken(act, tries - 1)
  }
}

interface Contest {
  readonly player: Player
  readonly waiting: Rewind
  readonly tenure: Tenure
  /** A second factor was shown, or none was there before the doubted act. */
  readonly isShown: boolean
}

/**
 * Returns whether a rewind that waits gives way to another one: to that of an older address always, to one of
 * its own address with a second factor, and to that of a younger address never, whatever it shows.
 */
async function givesWay(
  transaction: Executor,
  { player, waiting, tenure, isShown }: Contest,
): Promise<boolean> {
  if (waiting.email_key === tenure.emailKey) return isShown
  const order = (await listTenures(transaction, player)).map(({ emailKey }) => emailKey)
  const place = order.indexOf(waiting.email_key)
  return place === -1 || order.indexOf(tenure.emailKey) < place
}

interface Asked {
  readonly player: LinkFound['player']
  readonly entry: PastEntry
  readonly address: string
  readonly emailKey: string
  /** The account was open before, and is again where the rewind is stopped. */
  readonly froze: boolean
}

function rowOf({ player, entry, emailKey }: Asked, now: Date, dueAt: Date) {
  return {
    deployment: player.deployment,
    player_id: player.id,
    email_key: emailKey,
    from_entry: entry.id,
    asked_at: now,
    due_at: dueAt,
  }
}

/** Freezes the account until its rewind is due, and tells every address that has a right to it. */
async function ask(context: AuthCall, transaction: Executor, asked: Asked): Promise<Date> {
  const { deployment, services } = context
  const { player, address } = asked
  const now = services.clock.now()
  const dueAt = after(now, deployment.rewind.waitHours * 3600)
  const wasFrozen = player.frozen_at !== null
  await insertRewind(transaction, {
    ...rowOf(asked, now, dueAt),
    state: 'waiting',
    froze: asked.froze,
  })
  await recordMailedAct(context, transaction, player, {
    act: 'rewind-asked',
    shown: { Until: dueAt.toISOString() },
    actor: 'mail',
    address: maskEmail(address),
    wasFrozen,
  })
  if (!wasFrozen) await setFrozen(transaction, player, { at: now, frozenBy: null })
  return dueAt
}

/**
 * Stops a rewind that waits, by a second factor that its account had before the doubted act. The address
 * that asked loses its right to everything after the enrolment of that factor. False where none waits.
 */
export async function stopRewindByLink(
  context: AuthCall,
  { sought, player: { id } }: LinkFound,
  factor: RightFactor,
): Promise<boolean> {
  const { deployment, services } = context
  const outcome = await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    const waiting = player && (await findWaitingRewind(transaction, player))
    if (!player || !waiting) return false
    const refusal = await factor.spend(transaction)
    if (refusal) return refusal
    await noteCode(context, transaction, player, factor)
    const now = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, sought, 'stop', now))) return false
    await endRewind(transaction, waiting, 'stopped', now, factor.since)
    if (waiting.froze) await reopen(context, transaction, player, 'mail')
    await recordMailedAct(context, transaction, player, {
      act: 'rewind-stopped',
      shown: {},
      actor: 'mail',
      opens: waiting.froze,
    })
    await afterCommit(transaction, services.log, factor.forgive)
    return true
  })
  if (typeof outcome === 'function') throw await outcome()
  return outcome
}

/** Opens an account that its rewind has frozen, and that stays as it is. */
async function reopen(
  context: MailedActContext,
  transaction: Executor,
  player: Player,
  actor: 'mail' | 'system',
): Promise<void> {
  await setOpen(transaction, player, context.services.clock.now())
  // Its moment may have passed while the account was frozen.
  await cancelDeletion(context, transaction, player, { actor })
}

/** Does every rewind whose time has come and that nobody has stopped. */
export async function doDueRewinds(services: AuthServices): Promise<void> {
  const { database, clock, deployments } = services
  await doEach(await listDueRewinds(database.kysely, clock.now()), async (due) => {
    const deployment = deployments.byName(due.deployment)
    if (!deployment) return
    const context = { deployment, services, clientContext: null }
    await inTransaction(database.kysely, (transaction) => doDue(context, transaction, due))
  })
}

interface SystemContext extends MailedActContext {
  readonly clientContext: null
}

async function doDue(context: SystemContext, transaction: Executor, due: Rewind): Promise<void> {
  const { deployment, services } = context
  const now = services.clock.now()
  const player = await lockPlayer(transaction, deployment.name, due.player_id)
  if (!player) return
  const { from_entry: from, asked_at: at } = due
  // Without the section nobody can stop it any more.
  const isOffered = deployment.rules.hasSecuritySection
  const wanted = isOffered && (await wantedOf(context, transaction, { player, from, at }))
  if (!(await endRewind(transaction, due, wanted ? 'done' : 'void', now))) return
  if (wanted) await rewind(context, transaction, wanted)
  if (wanted || !due.froze) return
  await reopen(context, transaction, player, 'system')
  const opened = { act: 'unfrozen', shown: {}, actor: 'system', setsPassword: false } as const
  await recordMailedAct(context, transaction, player, opened)
}

/**
 * Repeats a rewind in a database that was restored from a backup. False where the backup knows of it, or of
 * nothing that it undid.
 */
export async function repeatRewind(
  context: SystemContext,
  transaction: Executor,
  { playerId, from, at }: { readonly playerId: number; readonly from: number; readonly at: Date },
): Promise<boolean> {
  const player = await lockPlayer(transaction, context.deployment.name, playerId)
  const wanted = player && (await wantedOf(context, transaction, { player, from, at }))
  const isKnown = wanted?.past.entries.some((entry) => entry.act === 'rewound' && entry.at >= at)
  if (!wanted || isKnown) return false
  await rewind(context, transaction, wanted)
  return true
}

interface Wanted {
  readonly player: Player
  /** The first entry that is undone. */
  readonly from: number
  /** When it was asked for. */
  readonly at: Date
}

/** What a rewind that was asked for earlier undoes; undefined where its address has no right to it any more. */
async function wantedOf(
  context: SystemContext,
  transaction: Executor,
  { player, from: id, at }: Wanted,
): Promise<Parameters<typeof rewind>[2] | undefined> {
  const asked = { asked_at: at, from_entry: id }
  const past = await readPast(context, transaction, player, asked)
  const from = past.entries.find((entry) => entry.id === id)
  if (!from) return undefined
  const link = { kind: 'freeze', email_key: keyOf(from.account.email) } as LinkFound['link']
  const tenure = await tenureOf(context, transaction, { link, player }, null)
  return tenure && { player, past, from }
}
