import { longestBanOfSupport, playerActs } from '@gatehouse/contract/acts/playerActs'
import { setBan } from '../../../database/accounts/credentials.ts'
import { readPlayerRecord } from '../../../database/accounts/playerRecord.ts'
import { type PlayerPage, readPlayerPage } from '../../../database/accounts/playerPage.ts'
import type { Player } from '../../../database/accounts/players.ts'
import { listBlockedBy } from '../../../database/preferences/blocks.ts'
import { giveBadge, listBadges, takeBadge } from '../../../database/preferences/surveys.ts'
import { after } from '../../../platform/clock.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { actOnListed } from './listedPlayers.ts'
import { type Author, listed, type OnPlayer, performedBy, recordByOperator } from '../orders/run.ts'
import { playerNamed } from '../orders/playerNamed.ts'
import { alreadyFrozen, refuseStanding, standingRefusals } from './standingRefusals.ts'

export const playerPerformers = performedBy(playerActs, {
  'players show': async ({ services, transaction, at, found }) => {
    const now = services.clock.now()
    const page = await readPlayerPage(transaction, at.name, found.id, now)
    const linked = page.linked.map(({ service }) => service)
    return {
      data: { ...summaryOf(found, page), refusals: standingRefusals({ at, found, linked, now }) },
    }
  },
  'players ban': async (on, order) => {
    const ban = banOf(order, on.services.clock.now())
    refuseLongerBan(on, [ban.until])
    const details = await banPlayer(on, ban)
    const end = ban.until === null ? '' : ` until ${ban.until.toISOString()}`
    return { ...resultOf(on.found, `is banned${end}.`), details }
  },
  'players ban-many': async ({ services, audit, at, isDry }, order) => {
    const now = services.clock.now()
    const ban = banOf(order, now)
    return actOnListed({ services, at, audit, isDry }, order, {
      isSo: 'banned',
      isDone: (player) => isBannedAt(now, player),
      actOn: (on) => banPlayer(on, ban),
    })
  },
  'players unban': async (on) => {
    refuseLongerBan(on, [])
    const { services, transaction, at, found } = on
    refuseStanding('players unban', { at, found, linked: [], now: services.clock.now() })
    await setBan(transaction, at.name, found.id, null)
    await recordByOperator(on, { act: 'support-unbanned', shown: {}, wasBanned: true })
    return resultOf(found, 'is no longer banned.')
  },
  'players end-sessions': async (on) => {
    await recordByOperator(on, { act: 'sessions-ended', shown: {}, which: 'all' })
    return resultOf(on.found, `is logged out everywhere.`)
  },
  'players freeze': async (on) => {
    await freezePlayer(on)
    return resultOf(on.found, `is frozen. The way back was mailed.`)
  },
  'players freeze-many': async ({ services, audit, at, isDry }, order) =>
    actOnListed({ services, at, audit, isDry }, order, {
      isSo: 'frozen',
      isDone: ({ frozen_at }) => frozen_at !== null,
      refuse: (found) =>
        refuseStanding('players freeze', { at, found, linked: [], now: services.clock.now() }),
      actOn: freezePlayer,
    }),
  'players reset-avatar': async (on) => {
    const { services, transaction, found } = on
    const { changeAvatar, letter } = await import('../../../accounts/avatar/avatarCalls.ts')
    await changeAvatar(services, transaction, found, letter)
    await recordByOperator(on, { act: 'support-reset-avatar', shown: {} })
    return resultOf(found, 'no longer has a picture.')
  },
  'players blocks': async ({ transaction, at, found }) => {
    const blocked = await listBlockedBy(transaction, at.name, found.id)
    return { data: blocked.map(({ id, username }) => ({ id, username })) }
  },
  'players block': async (on, { blocked }) => {
    const { services, transaction, at, found } = on
    const other = await playerNamed(transaction, at.name, blocked)
    const pair = { playerId: found.id, blockedId: other.id }
    const { blockFor } = await import('../../../accounts/preferences/blocking.ts')
    const outcome = await blockFor(services, transaction, at, pair)
    if (outcome === 'missing') {
      throw new ActRefusedError(`${found.username} cannot block ${other.username}.`)
    }
    if (outcome === 'full') throw new ActRefusedError(`${found.username} can block no more.`)
    await recordByOperator(on, { act: 'support-blocked', shown: {} })
    const message = `${found.username} has blocked ${other.username}.`
    return { data: pair, message, details: { blocked: other.id } }
  },
  'players unblock': async (on, { blocked }) => {
    const { services, transaction, at, found } = on
    const other = await playerNamed(transaction, at.name, blocked)
    const pair = { playerId: found.id, blockedId: other.id }
    const { unblockFor } = await import('../../../accounts/preferences/blocking.ts')
    if (!(await unblockFor(services, transaction, at, pair))) {
      throw new ActRefusedError(`${found.username} has not blocked ${other.username}.`)
    }
    await recordByOperator(on, { act: 'support-unblocked', shown: {} })
    const message = `${found.username} blocks ${other.username} no more.`
    return { data: pair, message, details: { blocked: other.id } }
  },
  'players export': async (on) => {
    await recordByOperator(on, { act: 'support-exported', shown: {} })
    const data = await readPlayerRecord(on.transaction, on.at.name, on.found.id)
    return { data, message: JSON.stringify(data, null, 2) }
  },
  'players erase': async ({ services, transaction, at, found: { id } }) => {
    const { eraseAccount } = await import('../../../accounts/deletion/eraseAccount.ts')
    const request = { deletionTypeId: null, reason: null }
    await eraseAccount(services, transaction, at, id, request, null)
    return { data: { id }, message: `Player ${id} is erased.` }
  },
  'badges list': listed(listBadges),
  'badges give': async (on, { badge, title }) => {
    const { services, transaction, at, found } = on
    const given = { name: badge, title }
    if (!(await giveBadge(transaction, at.name, found.id, given, services.clock.now()))) {
      throw new ActRefusedError(`${found.username} has the badge ${badge} already.`)
    }
    await recordByOperator(on, { act: 'support-badge', shown: { Change: 'given' } })
    const message = `${found.username} has the badge ${badge}.`
    return { data: { id: found.id }, message, details: { badge, title } }
  },
  'badges take': async (on, { badge, title }) => {
    const { transaction, at, found } = on
    if (!(await takeBadge(transaction, at.name, found.id, { name: badge, title }))) {
      throw new ActRefusedError(`${found.username} has no badge ${badge}.`)
    }
    await recordByOperator(on, { act: 'support-badge', shown: { Change: 'taken' } })
    const message = `${found.username} has the badge ${badge} no more.`
    return { data: { id: found.id }, message, details: { badge, title } }
  },
})

interface BanTerms {
  readonly until?: string | undefined
  readonly publicReason?: string | undefined
}

/** A ban that is longer than those of support, from its beginning on, is an operator's to make and to change. */
function refuseLongerBan(
  on: Pick<OnPlayer, 'at' | 'found' | 'services'> & { readonly author: Author },
  made: readonly (Date | null)[],
): void {
  const refusal = longerBan(on, made)
  if (refusal !== null) throw refusal
}

/** The refusal of a ban, or of the end of one, that is an operator's; null for others. */
export function longerBan(
  {
    at,
    found,
    services,
    author: { staff },
  }: Pick<OnPlayer, 'at' | 'found' | 'services'> & { readonly author: Author },
  made: readonly (Date | null)[],
): ActRefusedError | null {
  if (staff === null || staff.rolesIn(at.name).includes('operator')) return null
  const now = services.clock.now()
  const standing = isBannedAt(now, found) ? found.banned_at : null
  const last = after(standing ?? now, longestBanOfSupport * day)
  const ends = [...made, ...(standing === null ? [] : [found.banned_until])]
  if (ends.every((end) => end !== null && end <= last)) return null
  const message = `The ban of ${found.username} is longer than those of support, from its beginning on: an operator changes it.`
  return new ActRefusedError(message, { code: 'TOO_LONG' })
}

const day = 86_400

/** Refuses an end that is over. */
function banOf({ until: given, publicReason: reason }: BanTerms, now: Date): Ban {
  const until = given === undefined ? null : new Date(given)
  if (until !== null && until <= now) {
    throw new ActRefusedError(`until: ${given} is not in the future.`)
  }
  return { until, reason: reason ?? null }
}

interface Ban {
  /** Null for ever. */
  readonly until: Date | null
  /** The words that the player reads; null without any. */
  readonly reason: string | null
}

/** Bans a player, or replaces end and reason of a ban; answers what the audit log keeps of it. */
async function banPlayer(on: OnPlayer, ban: Ban) {
  const { services, transaction, at, found } = on
  const since = services.clock.now()
  await setBan(transaction, at.name, found.id, { since, ...ban })
  const wasBanned = found.banned_at !== null
  await recordByOperator(on, { act: 'support-banned', shown: {}, wasBanned })
  return { until: ban.until, hasPublicReason: ban.reason !== null }
}

function isBannedAt(now: Date, { banned_at, banned_until }: Player): boolean {
  return banned_at !== null && (banned_until === null || banned_until > now)
}

/** Freezes an account, and mails its player the way back. */
async function freezePlayer({ services, transaction, at, found }: OnPlayer): Promise<void> {
  refuseStanding('players freeze', { at, found, linked: [], now: services.clock.now() })
  const { freezeAccount } = await import('../../../auth/account-protection/freezeAccount.ts')
  const context = { deployment: at, services, clientContext: null }
  const isNew = await freezeAccount(context, transaction, found, { actor: 'operator' })
  if (!isNew) throw alreadyFrozen(found.username)
}

/** The result of an act, as a sentence about its player. */
function resultOf({ id, username }: OnPlayer['found'], isSo: string) {
  return { data: { id, username }, message: `${username} ${isSo}` }
}

function summaryOf(found: Player, page: PlayerPage) {
  return {
    id: found.id,
    username: found.username,
    email: found.email,
    firstName: found.firstname,
    lastName: found.lastname,
    dateOfBirth: found.date_of_birth,
    avatar: found.avatar_url,
    registered: found.created_at,
    confirmed: found.confirmed_at,
    banned: found.banned_at,
    bannedUntil: found.banned_until,
    banReason: found.ban_reason,
    frozen: found.frozen_at,
    refusesMailSince: found.mail_refused_at,
    provenBy: found.auth_partner ?? (found.password_hash === null ? null : 'password'),
    titles: found.titles === '' ? [] : found.titles.split(';'),
    ...page,
  }
}
