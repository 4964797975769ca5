import type { NotRestored } from '@gatehouse/contract/activity'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { keepErasureRecords, recordOf } from '../../database/accounts/erasureRecords.ts'
import { renamePlayer, setEmail, writeFactors } from '../../database/accounts/credentials.ts'
import { endEmailChangesSince } from '../../database/accounts/emailChanges.ts'
import { findById, holderOfUsername, keyOf, type Player } from '../../database/accounts/players.ts'
import { accountKey, emailKey, isOfOther, take } from '../../database/accounts/uniqueValues.ts'
import { setAppLiving } from '../../database/auth/authenticatorApps.ts'
import { endPasskey, listPasskeysOf, revivePasskey } from '../../database/auth/passkeys.ts'
import { reviveSet } from '../../database/auth/recoveryCodeStatements.ts'
import { listTenures, withdrawAddressesSince } from '../../database/auth/rewinds.ts'
import {
  listConnectionsOf,
  removeConnection,
  saveConnection,
  setLinkedAt,
  setWayIn,
} from '../../database/federation/connectionStatements.ts'
import { consentsOf, endClientConsent } from '../../database/oidc/clientConsents.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { after } from '../../platform/clock.ts'
import {
  accountOf,
  type AccountParts,
  factorsBefore,
  type Past,
  type PastEntry,
} from '../security-acts/past.ts'
import { type MailedActContext, recordAct } from '../security-acts/recordAct.ts'
import type { PutBack } from '../security-acts/securityActs.ts'
import { mailAbout } from '../security-acts/securityMails.ts'
import { setOpen } from './freezeAccount.ts'
import { mailNewPassword } from '../password/mailNewPassword.ts'

/**
 * The entries that the reader of an address may undo, with all that followed: those from its time in the
 * account, the act that replaced it included. So an older address always wins over a newer one, which can
 * never reach behind its own beginning. `stopped` is since when a second factor bars this address. What
 * support did stays.
 */
export function undoableEntries(
  { entries }: Pick<Past, 'entries'>,
  emailKeyOfLink: string,
  stopped: Date | null,
): readonly PastEntry[] {
  return entries.filter(
    ({ at, actor, account }) =>
      actor !== 'operator' &&
      keyOf(account.email) === emailKeyOfLink &&
      (stopped === null || at <= stopped),
  )
}

interface Rewind {
  readonly player: Player
  readonly past: Past
  /** The first entry that is undone. */
  readonly from: PastEntry
}

export interface Rewound {
  readonly since: Date
  readonly heldUntil: Date
  readonly missing: readonly NotRestored[]
}

/**
 * Puts an account back to what it was before an entry of its ledger, as part of a transaction that has
 * locked the player: address, name, links, ways in, second factors, consents and a deletion that waits.
 * Everything that another person may hold of it ends, the password too; the way to a new one is mailed.
 * What another player has by now is not put back, and is said.
 */
export async function rewind(
  context: MailedActContext,
  transaction: Executor,
  { player, past, from }: Rewind,
): Promise<Rewound> {
  const { deployment, services } = context
  const now = services.clock.now()
  const { name } = deployment
  const before = await accountOf(transaction, player)
  const undone = past.entries.filter(({ id }) => id >= from.id)
  const target = from.account
  const missing = await missingValues(transaction, player, target, now)
  // Before the entry, which names what is lost of them.
  if (!(await restoreFactors(transaction, player, target, now))) missing.push('passkey')
  const shown = { Since: from.at.toISOString(), NotRestored: missing }
  const putBack = putBackOf(before, target, missing)
  const opens = player.frozen_at !== null
  const act = { act: 'rewound', shown, before, actor: 'mail', putBack, opens } as const
  await recordAct(context, transaction, player, act)
  await restoreLinks(transaction, player, { target, missing, now })
  await withdrawConsents(context, transaction, player, undone)
  // The name that a thief chose is free at once.
  if (putBack.username !== null) {
    await renamePlayer(transaction, player, putBack.username, now, now)
  }
  const heldUntil = after(now, deployment.rewind.holdHours * 3600)
  await setOpen(transaction, player, now, {
    held_until: heldUntil,
    deletion_due_at: null,
    deletion_type_id: null,
    deletion_reason: null,
  })
  // A backup from before does not know of it.
  await keepErasureRecords(transaction, async () => [recordOf(player, `rewound ${from.id}`, now)])
  await restoreAddress(context, transaction, player, from)
  const owner = await findById(transaction, name, player.id)
  if (owner) await mailOwner(context, transaction, owner)
  return { since: from.at, heldUntil, missing }
}

/** What of an account changes, but for what another player has by now. */
function putBackOf(
  before: AccountParts,
  target: AccountParts,
  missing: readonly NotRestored[],
): PutBack {
  const wanted = withoutMissing(target, missing)
  const isNamed = !missing.includes('username') && target.username !== before.username
  return {
    username: isNamed ? target.username : null,
    isOtherEmail: keyOf(target.email) !== keyOf(before.email),
    linked: servicesMissing(wanted, before.links),
    unlinked: servicesMissing(before.links, wanted),
  }
}

type Link = Pick<AccountParts['links'][number], 'canonical_name' | 'account_id'>

const serviceOf = (link: Link) => link.canonical_name as CanonicalName

/** The services of links that are not among others. */
function servicesMissing(links: AccountParts['links'], others: AccountParts['links']) {
  return links.flatMap((link) =>
    others.some((other) => isSameLink(link, other)) ? [] : [serviceOf(link)],
  )
}

function withoutMissing({ links }: AccountParts, missing: readonly NotRestored[]) {
  return links.filter((link) => !missing.includes(serviceOf(link)))
}

function isSameLink(one: Link, other: Link): boolean {
  return one.canonical_name === other.canonical_name && one.account_id === other.account_id
}

/** The unique values that another player has by now. */
async function missingValues(
  transaction: Executor,
  player: Player,
  target: AccountParts,
  now: Date,
): Promise<NotRestored[]> {
  const { deployment, id } = player
  const missing: NotRestored[] = []
  const holder = await holderOfUsername(transaction, deployment, target.username, id, now)
  if (holder === 'other') missing.push('username')
  for (const { canonical_name, account_id } of target.links) {
    const service = canonical_name as CanonicalName
    const key = accountKey(service, account_id)
    if (await isOfOther(transaction, { deployment, id }, key, now)) missing.push(service)
  }
  return missing
}

/** Puts the second factors back as they were; false where a passkey could not be. */
async function restoreFactors(
  transaction: Executor,
  player: Player,
  target: AccountParts,
  now: Date,
): Promise<boolean> {
  const { deployment, id: playerId } = player
  const present = await factorsBefore(transaction, player)
  const passkeys = await listPasskeysOf(transaction, deployment, playerId)
  for (const passkey of passkeys.filter(({ id }) => !target.passkeys.includes(id))) {
    await endPasskey(transaction, deployment, passkey, { isLast: false, now })
  }
  let lost = 0
  for (const id of target.passkeys.filter((each) => !present.passkeys.includes(each))) {
    if (!(await revivePasskey(transaction, deployment, playerId, id, now))) lost += 1
  }
  const changed = [
    ...present.apps.filter((id) => !target.apps.includes(id)),
    ...target.apps.filter((id) => !present.apps.includes(id)),
  ]
  for (const id of changed) {
    const isLiving = target.apps.includes(id)
    await setAppLiving(transaction, { deployment, playerId, id }, isLiving, now)
  }
  if (present.codes !== target.codes) {
    await reviveSet(transaction, deployment, playerId, target.codes, now)
  }
  const hasPasskey = target.passkeys.length > lost
  const kept = hasPasskey ? target.factors : target.factors & ~factorBits.passkey
  // Without a passkey and a way in by a service, the mailbox sets a password.
  const ways = target.links.some(({ signs_in }) => signs_in)
  const factors = hasPasskey || ways ? kept : kept & ~factorBits.withoutPassword
  const all = Object.values(factorBits).reduce<number>((sum, bit) => sum | bit, 0)
  await writeFactors(transaction, deployment, playerId, {
    with: factors,
    without: all & ~factors,
    since: now,
  })
  return lost === 0
}

interface Restored {
  readonly target: AccountParts
  readonly missing: readonly NotRestored[]
  readonly now: Date
}

/** Puts the linked accounts back as they were, and the ways in among them. */
async function restoreLinks(
  transaction: Executor,
  { deployment, id }: Player,
  { target, missing, now }: Restored,
): Promise<void> {
  const wanted = withoutMissing(target, missing)
  const present = await listConnectionsOf(transaction, deployment, id)
  for (const link of present) {
    if (wanted.some((each) => isSameLink(each, link))) continue
    await removeConnection(transaction, deployment, id, serviceOf(link), now)
  }
  for (const link of wanted) {
    const { account_id: accountId, account_name: name, avatar, signs_in, linked_at } = link
    const service = serviceOf(link)
    const isThere = present.some((each) => isSameLink(each, link))
    const account = { accountId, name, avatar }
    if (!isThere) await saveConnection(transaction, deployment, id, service, account, now)
    // A recent one would end as a way in with the new password.
    const linkedAt = linked_at === undefined ? now : new Date(linked_at)
    if (!isThere) await setLinkedAt(transaction, deployment, id, service, linkedAt)
    await setWayIn(transaction, deployment, id, service, signs_in)
  }
}

/** Takes back what clients were allowed since: never the other way round. */
async function withdrawConsents(
  { deployment, services }: MailedActContext,
  transaction: Executor,
  { id }: Player,
  undone: readonly PastEntry[],
): Promise<void> {
  const now = services.clock.now()
  const { name } = deployment
  const clients = new Set(undone.flatMap(({ clientId }) => (clientId === null ? [] : [clientId])))
  const consents = await consentsOf(transaction, name, id)
  for (const clientId of clients) {
    // The studio's own clients need no consent.
    if (!consents.some((consent) => consent.clientId === clientId)) continue
    // This comes first: without the consent the client would not be notified.
    const event = { type: 'account.consent_withdrawn', clientId, playerId: id } as const
    await services.events.publish(transaction, deployment, event)
    await endClientConsent(transaction, { deployment: name, playerId: id, clientId }, now)
    const consent = { subject: `site ${clientId}`, accepted: false }
    await appendConsents(transaction, name, { id, ip: '' }, [consent], now)
  }
}

/** Puts the address back, and those that came after it out of any right to the account. */
async function restoreAddress(
  context: MailedActContext,
  transaction: Executor,
  player: Player,
  { at, account }: PastEntry,
): Promise<void> {
  const { deployment, services } = context
  const now = services.clock.now()
  const { name } = deployment
  const key = keyOf(account.email)
  const tenures = await listTenures(transaction, player)
  const ofAddress = tenures.filter((tenure) => tenure.emailKey === key)
  // The address may have left, and be the present one again.
  const tenure = ofAddress.findLast(({ since }) => since <= at) ?? ofAddress[0]
  const until = tenure?.until
  if (!tenure || !until) return
  for (const later of tenures) {
    if (later.since < until || later.emailKey === key) continue
    const put = { ...player, email: later.email }
    await mailAbout(context, transaction, put, { name: 'emailWithdrawn' })
  }
  await endEmailChangesSince(transaction, name, player.id, until, now)
  await withdrawAddressesSince(transaction, player, until, now)
  if (keyOf(player.email) === key) return
  await take(transaction, name, player.id, [emailKey(tenure.email)], now)
  const back = {
    email: tenure.email,
    verifiedBy: player.email_verified_by,
    formerKeptUntil: null,
    isFormerPutOut: true,
  }
  await setEmail(transaction, player, back, now)
}

/** Mails the way to a new password; a partner's player logs in at the partner. */
async function mailOwner(
  context: MailedActContext,
  transaction: Executor,
  owner: Player,
): Promise<void> {
  if (owner.auth_type === 1) return mailNewPassword(context, transaction, owner, 'rewindDone')
  await mailAbout(context, transaction, owner, { name: 'partnerRewound' })
}
