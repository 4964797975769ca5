import type { SecondFactor } from '@gatehouse/contract/errorItems'
import { findById, hasPassword, type Player } from '../../database/accounts/players.ts'
import {
  findWaitingRewind,
  listTenures,
  type Rewind,
  stoppedSince,
  type Tenure,
} from '../../database/auth/rewinds.ts'
import {
  readSafetyLinkRow,
  type SafetyLinkFound,
} from '../../database/auth/safetyLinkStatements.ts'
import { findLivingCase, type RecoveryCase } from '../../database/auth/recoveryCases.ts'
import { emailKey, isOfOther } from '../../database/accounts/uniqueValues.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits, type SafetyAct } from '../../database/schema/values.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import { after, secondsUntil } from '../../platform/clock.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import { knownBrowserOf } from '../rate-limits/knownBrowsers.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { type Factors, type Past, type PastEntry, readPast, waysOf } from '../security-acts/past.ts'
import { takesFactor } from '../security-acts/securityMails.ts'
import { secondFactorsOf } from '../session/requiredSecondStep.ts'
import { undoableEntries } from './rewind.ts'

/*
 * Links that change nothing when they are opened. They act by a press in a known browser, or in
 * one with the digits of the mail: a scanner that opens every
 * link and presses every button has neither.
 */

export const mostTries = 5
const day = 24 * 3600

/** A link, its player, and the time in which its address was the account's. */
export interface LinkFound {
  readonly sought: SecretLookup
  readonly link: SafetyLinkFound
  readonly player: Player
  readonly tenure: Tenure
  /** It has done what it is for, within a day; a freeze leaves it to restore the account. */
  readonly isUsed: boolean
}

/** The link of a call and its player. Refuses a link that is over, and one that was never sent. */
export async function findLink(context: AuthCall, token: string): Promise<LinkFound> {
  const { deployment, services, clientContext } = context
  const { kysely } = services.database
  const sought = services.secrets.lookup('safety link', token)
  const link = await readSafetyLinkRow(kysely, deployment.name, sought)
  const player = link && (await findById(kysely, deployment.name, sought.playerId))
  const tenure = link && player && (await tenureOf(context, kysely, { link, player }))
  // It went to an address that has no right to the account, or not any more.
  if (!link || !player || !tenure) {
    await consumeOrRefuse({ ...context, refuse }, 'unknownLinks', clientContext.address)
    throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
  }
  const now = services.clock.now()
  const usedAt = link.used_for === 'freeze' ? null : link.used_at
  const isOver = usedAt
    ? usedAt <= after(now, -day)
    : link.superseded_at !== null || link.expires_at <= now || link.tries >= mostTries
  if (isOver) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  return { sought, link, player, tenure, isUsed: usedAt !== null }
}

/** Whose tries are counted: the readers of one address use up nothing of another one's. */
export function subjectOf({ link, player }: Pick<LinkFound, 'link' | 'player'>): string {
  return `player ${player.id} ${link.email_key}`
}

interface TenureContext {
  readonly deployment: Pick<Deployment, 'rewind'>
  readonly services: Pick<AuthServices, 'clock'>
}

/**
 * The time in which the address of a link was the account's. What opens an account is for the present one
 * alone; an earlier one has its right for the days in which acts are undone. `since` is when it was replaced
 * at the earliest; null for one whose reader asked while it had the right.
 */
export async function tenureOf(
  { deployment, services }: TenureContext,
  executor: Executor,
  { link, player }: Pick<LinkFound, 'link' | 'player'>,
  since: Date | null = after(services.clock.now(), -deployment.rewind.days * day),
): Promise<Tenure | undefined> {
  const opens = isOpening(link.kind) || link.kind === 'finish'
  const tenures = await listTenures(executor, player)
  const tenure = tenures.findLast(
    ({ emailKey: key, until }) =>
      key === link.email_key && (until === null || (!opens && (since === null || until > since))),
  )
  if (!tenure || tenure.until === null) return tenure
  // Its reader has another account by now.
  const isTaken = await isOfOther(executor, player, emailKey(tenure.email), services.clock.now())
  return isTaken ? undefined : tenure
}

/** What a link takes for an act, and what it can do. */
export interface LinkAsks {
  readonly needsNumber: boolean
  readonly needsPassword: boolean
  /** One of these is shown; none where it is empty. */
  readonly ways: readonly SecondFactor[]
  /** The factors that may answer, removed ones too; null for those that the player has. */
  readonly among: Factors | null
  /** What its reader may undo. */
  readonly entries: readonly PastEntry[]
  readonly waiting: Rewind | undefined
  readonly mayRelease: boolean
  /** The recovery case of a link that belongs to one. */
  readonly recovery: RecoveryCase | null
}

/** Reads what a link takes. Refuses one that has nothing left to do, and one that has to wait. */
export async function asksOf(
  context: AuthCall,
  executor: Executor,
  { link, player, tenure, isUsed }: Omit<LinkFound, 'sought'>,
): Promise<LinkAsks> {
  const { services } = context
  const { kind } = link
  const isFrozen = player.frozen_at !== null
  if (isOfCase(kind)) return asksOfCase(context, executor, { kind, player, tenure, isUsed })
  const waiting = await findWaitingRewind(executor, player)
  const past = await readPast(context, executor, player, waiting)
  const asks = {
    needsNumber: !takesFactor(kind, player) && !isKnownHere(context, player),
    needsPassword: setsPassword(kind, player),
    ways: takesFactor(kind, player) ? secondFactorsOf(player.factors) : [],
    among: null,
    entries: [],
    waiting,
    mayRelease: false,
    recovery: null,
  } as const
  if (isUsed || (isOpening(kind) && !isFrozen)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  if (kind === 'freeze') {
    const entries = await entriesFor(executor, player, { past, tenure })
    const mayRelease = isFrozen && player.frozen_by === tenure.emailKey
    if (isFrozen && entries.length === 0 && !mayRelease) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    return { ...asks, entries, mayRelease }
  }
  if (kind === 'stop') {
    if (!waiting) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    const from = past.entries.find(({ id }) => id === waiting.from_entry)
    return amongOf(asks, from?.account ?? past.matured)
  }
  if (waiting) throw held(waiting.due_at, services.clock.now())
  // A former address has frozen it, or a log-in stands in for the mailbox: a factor of old decides.
  const isBarred = (await whatBars(context, executor, player)) !== null
  return kind === 'reopen' || isBarred ? amongOf(asks, past.matured) : asks
}

function isOpening(kind: SafetyLinkFound['kind']): boolean {
  return kind === 'unfreeze' || kind === 'reopen'
}

function isOfCase(kind: SafetyLinkFound['kind']): boolean {
  return kind === 'recover' || kind === 'finish' || kind === 'cancel'
}

/** The states of a case in which each of its links does something, or says how far it is. */
const statesOfLinks: Readonly<Record<string, readonly RecoveryCase['state'][]>> = {
  recover: ['collecting', 'waiting', 'ready'],
  finish: ['ready'],
  cancel: ['waiting', 'ready'],
}

interface LinkOfCase extends Pick<LinkFound, 'player' | 'tenure' | 'isUsed'> {
  readonly kind: SafetyLinkFound['kind']
}

/** What a link of a recovery case takes. Refuses one whose case is over, or not so far. */
async function asksOfCase(
  context: AuthCall,
  executor: Executor,
  { kind, player, tenure, isUsed }: LinkOfCase,
): Promise<LinkAsks> {
  const living = await findLivingCase(executor, player)
  const isOpen = living && (statesOfLinks[kind] ?? []).includes(living.state)
  if (isUsed || !isOpen) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  if (kind !== 'cancel') await refuseBarred(context, executor, player)
  const isProven = kind === 'recover' && living.proofs.includes(proofOfMailbox(tenure))
  return {
    needsNumber: !isProven && !isKnownHere(context, player),
    needsPassword: kind === 'finish',
    ways: [],
    among: null,
    entries: [],
    waiting: undefined,
    mayRelease: false,
    recovery: living,
  }
}

/** The proof of who reads the mails to an address of an account. */
export function proofOfMailbox({ until }: Tenure): 'mailbox' | 'old-address' {
  return until === null ? 'mailbox' : 'old-address'
}

/**
 * The refusal of a player whose account may be another person's: a rewind waits, or a former address has
 * frozen it that still has a right to it. Null for any other.
 */
export async function whatBars(
  context: TenureContext,
  executor: Executor,
  player: Player,
): Promise<ApiError | null> {
  const waiting = await findWaitingRewind(executor, player)
  if (waiting) return held(waiting.due_at, context.services.clock.now())
  if (player.frozen_by === null) return null
  const link = { kind: 'freeze', email_key: player.frozen_by } as LinkFound['link']
  const former = await tenureOf(context, executor, { link, player })
  return former ? refuse('ERROR_ACCOUNT_HELD') : null
}

/** Refuses what `whatBars` finds. */
export async function refuseBarred(
  ...[context, executor, player]: Parameters<typeof whatBars>
): Promise<void> {
  const refusal = await whatBars(context, executor, player)
  if (refusal !== null) throw refusal
}

/** Asks for one of some factors. Refuses where there is none: nothing but time helps then. */
function amongOf(asks: LinkAsks, among: Factors): LinkAsks {
  const ways = waysOf(among)
  if (ways.length === 0) throw refuse('ERROR_ACCOUNT_HELD')
  return { ...asks, ways, among, needsNumber: false }
}

/** The refusal of what waits until a moment. */
export function held(until: Date, now: Date) {
  return refuse('ERROR_ACCOUNT_HELD', { retryAfter: secondsUntil(until, now) })
}

/** The entries that the reader of an address may undo. */
export async function entriesFor(
  executor: Executor,
  player: Player,
  { past, tenure }: { readonly past: Past; readonly tenure: Tenure },
): Promise<readonly PastEntry[]> {
  const stopped = await stoppedSince(executor, player, tenure.emailKey)
  return undoableEntries(past, tenure.emailKey, stopped)
}

/**
 * Returns whether a link sets a password: an opening does, of a player who had one, or who had services
 * alone, which the freeze has switched off.
 */
function setsPassword(kind: SafetyLinkFound['kind'], player: Player): boolean {
  const hasOther = (player.factors & (factorBits.passkey | factorBits.app)) !== 0
  return isOpening(kind) && player.auth_type === 1 && (hasPassword(player) || !hasOther)
}

export function isKnownHere({ services, clientContext }: AuthCall, player: Player): boolean {
  const { key, clock } = services
  const cookie = clientContext.cookie('browser')
  return knownBrowserOf(key.browsers, cookie, player, clock.now()) !== null
}

/** The acts that each kind of link does. */
export const actsOfLinks: Readonly<Record<SafetyLinkFound['kind'], readonly SafetyAct[]>> = {
  freeze: ['freeze', 'restore', 'release'],
  unfreeze: ['unfreeze'],
  reopen: ['unfreeze'],
  stop: ['stop'],
  recover: [],
  finish: ['finish'],
  cancel: ['cancel'],
}

/** A passkey answers for one link alone. */
export function passkeyAsked({ hash }: SecretLookup, among: Factors | null) {
  const asked = { purpose: 'safety', subject: hash.toString('base64url') } as const
  return among === null ? asked : { ...asked, among }
}
