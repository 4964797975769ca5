import { camelCase, identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { maskEmail } from '@gatehouse/contract/display'
import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import { lifetimes } from '@gatehouse/contract/limits'
import { renamePlayer, setBan, setEmail } from '../../src/database/accounts/credentials.ts'
import { listDeletionTypesOf } from '../../src/database/accounts/deletionTypes.ts'
import {
  findHolders,
  insertImported,
  type NewPlayer,
} from '../../src/database/accounts/importPlayers.ts'
import { findById, keyOf, type Player } from '../../src/database/accounts/players.ts'
import { emailKey, take } from '../../src/database/accounts/uniqueValues.ts'
import { type LedgerEntry, writeLedger } from '../../src/database/auth/ledger.ts'
import { saveConnection } from '../../src/database/federation/connectionStatements.ts'
import { erasePlayer } from '../../src/database/operations/erasePlayer.ts'
import { noteMailRefused } from '../../src/database/operations/mailOutcomes.ts'
import type { Executor, NewRow } from '../../src/database/schema/executor.ts'
import { after } from '../../src/platform/clock.ts'
import { randomBytes, randomUUID } from '../../src/platform/crypto/random.ts'
import type { Deployment } from '../../src/deployments/deployments.ts'
import type { CrowdPlayer, Happening } from './crowdOf.ts'

/** The place of a crowd, its moment, and the hash of the password that all of it share. */
interface Town {
  readonly at: Deployment
  readonly now: Date
  readonly passwordHash: string
}

/** Rows of one statement. */
const batch = 500

/**
 * The players of a crowd whose names and addresses are free; none when some of the crowd are here
 * already.
 */
export async function listNewcomers(
  executor: Executor,
  { at, now }: Town,
  crowd: readonly CrowdPlayer[],
): Promise<readonly CrowdPlayer[]> {
  const wanted = new Map(crowd.map((player) => [player, namesOf(player)]))
  const { byName, quarantined, confirmed, keptForUndo } = await findHolders(
    executor,
    at.name,
    [...wanted.values()].flat(),
    now,
  )
  const isHere = [...wanted.values()]
    .flat()
    .some(({ username, email }) => byName.get(keyOf(username)) === keyOf(email))
  if (isHere) return []
  const isTaken = ({ username, email }: Named) =>
    byName.has(keyOf(username)) ||
    quarantined.has(keyOf(username)) ||
    confirmed.has(keyOf(email)) ||
    keptForUndo.has(keyOf(email))
  return crowd.filter((player) => !wanted.get(player)?.some(isTaken))
}

type Named = Pick<CrowdPlayer, 'username' | 'email'>

/** The first and the last name and address of a player. */
function namesOf({ username, email, happenings }: CrowdPlayer): readonly [Named, Named] {
  const last = { username, email }
  for (const each of happenings) {
    if (each.kind === 'renamed') last.username = each.to
    if (each.kind === 'email-changed') last.email = each.to
  }
  return [{ username, email }, last]
}

/** Inserts the players with their weeks; answers their ids, in the same order. */
export async function insertCrowd(
  transaction: Executor,
  town: Town,
  crowd: readonly CrowdPlayer[],
): Promise<readonly number[]> {
  const { at, now } = town
  const place = { deployment: at.name, sector: '', now }
  const rows = crowd.map((player) => newPlayer(town, player))
  const ids = await insertImported(transaction, place, rows)
  const services = identityProviderNames.filter(
    (name) =>
      isLinkable({ CanonicalName: name }) &&
      at.rules.hasConnectionsSection &&
      !at.rules.hiddenConnections.includes(name) &&
      at.connections[camelCase(name)] !== undefined,
  )
  const written: Written = { entries: [], sessions: [] }
  for (const [index, person] of crowd.entries()) {
    const stay = { transaction, town, services, written, person, playerId: ids[index] ?? 0 }
    for (const each of person.happenings) await live(stay, each)
  }
  const { entries, sessions } = written
  for (const part of partsOf(sessions)) {
    await transaction
      .insertInto('sessions')
      .values([...part])
      .execute()
  }
  for (const part of partsOf(entries)) await writeLedger(transaction, ...part)
  await eraseLeavers(transaction, town, crowd, ids)
  return ids
}

function newPlayer({ now, passwordHash }: Town, player: CrowdPlayer): NewPlayer {
  const { username, email, registeredAgo, registeredFrom, isConfirmed } = player
  const created_at = after(now, -registeredAgo)
  return {
    row: {
      username,
      email,
      password_hash: passwordHash,
      register_ip: registeredFrom,
      created_at,
      confirmed_at: isConfirmed ? after(created_at, 300) : null,
      email_verified_by: isConfirmed ? 'press' : null,
    },
    links: [],
    consents: [],
  }
}

/** Rows for a few statements in the end; the entries of each player in their order. */
interface Written {
  readonly entries: LedgerEntry[]
  readonly sessions: NewRow<'sessions'>[]
}

interface Stay {
  readonly transaction: Executor
  readonly town: Town
  readonly playerId: number
  readonly person: CrowdPlayer
  readonly services: readonly (typeof identityProviderNames)[number][]
  readonly written: Written
}

/** Lets a player live through a part of the weeks, at its moment. */
async function live(stay: Stay, happening: Happening): Promise<void> {
  const { transaction, town, person: given, playerId, services, written } = stay
  const { name: deployment } = town.at
  const at = after(town.now, -happening.ago)
  const requester = 'from' in happening ? happening.from : null
  const entry = { deployment, playerId, at, actor: 'player', requester } as const
  const byOperator = { ...entry, actor: 'operator' } as const
  const { kind } = happening
  if (kind === 'signed-in') {
    const session = sessionOf(town, playerId, happening)
    const shown = { Methods: ['pwd'], IsNewBrowser: happening.isNewBrowser } as const
    written.sessions.push(session)
    written.entries.push({ ...entry, act: kind, family: session.family, shown })
  } else if (kind === 'sign-in-failed') {
    written.entries.push({ ...entry, act: kind, shown: { Methods: ['pwd'] } })
  } else if (kind === 'password-set') {
    written.entries.push({ ...entry, act: kind, shown: { How: 'changed' } })
  } else if (kind === 'renamed') {
    const until = after(at, lifetimes.usernameQuarantine)
    await renamePlayer(transaction, await playerOf(stay), happening.to, until, at)
    const shown = { From: given.username, To: happening.to }
    written.entries.push({ ...entry, act: kind, shown })
  } else if (kind === 'email-changed') {
    await moveMail(stay, happening.to, at)
    const shown = { From: maskEmail(given.email), To: maskEmail(happening.to) }
    written.entries.push({ ...entry, act: kind, shown })
  } else if (kind === 'linked') {
    const service = services[happening.service % services.length]
    if (service === undefined) return
    const account = { accountId: happening.id, name: given.username, avatar: '' }
    await saveConnection(transaction, deployment, playerId, service, account, at)
    const shown = { CanonicalName: service, AccountName: account.name }
    written.entries.push({ ...entry, act: kind, shown })
  } else if (kind === 'support-banned') {
    const { endsIn, reason } = happening
    const until = endsIn === null ? null : after(town.now, endsIn)
    await setBan(transaction, deployment, playerId, { since: at, until, reason })
    written.entries.push({ ...byOperator, act: kind, shown: {} })
  } else if (kind === 'support-unbanned') {
    await setBan(transaction, deployment, playerId, null)
    written.entries.push({ ...byOperator, act: kind, shown: {} })
  } else if (kind === 'mail-refused') {
    await noteMailRefused(transaction, deployment, given.email, at)
  }
}

async function playerOf({ transaction, town: { at }, playerId }: Stay): Promise<Player> {
  const player = await findById(transaction, at.name, playerId)
  if (!player) throw new Error(`No row for player ${playerId}.`)
  return player
}

async function moveMail(stay: Stay, email: string, at: Date): Promise<void> {
  const { transaction } = stay
  const player = await playerOf(stay)
  const { deployment, id } = player
  await take(transaction, deployment, id, [emailKey(email)], at)
  const formerKeptUntil = after(at, lifetimes.updateEmailRecoveryLink)
  const change = { email, verifiedBy: 'press', formerKeptUntil, isFormerPutOut: false } as const
  await setEmail(transaction, player, change, at)
}

/** A session without a secret: its hashes are random. */
function sessionOf(
  { at, now }: Town,
  player_id: number,
  { ago, endedAgo, from }: Happening & { readonly kind: 'signed-in' },
) {
  const since = after(now, -ago)
  return {
    deployment: at.name,
    family: randomUUID(),
    player_id,
    client_id: '',
    session_id_hash: randomBytes(32),
    refresh_hash: randomBytes(32),
    access_token_expires_at: after(since, lifetimes.bearer),
    created_at: since,
    seen_at: after(now, -(endedAgo ?? Math.floor(ago / 2))),
    expires_at: after(since, lifetimes.session),
    authenticated_at: since,
    revoked_at: endedAgo === null ? null : after(now, -endedAgo),
    ip: from.ip,
    user_agent: from.userAgent,
    methods: ['pwd' as const],
  }
}

/** No mail and no event is sent: the crowd has no mailboxes, and no site knows it. */
async function eraseLeavers(
  transaction: Executor,
  { at: { name }, now }: Town,
  crowd: readonly CrowdPlayer[],
  ids: readonly number[],
): Promise<void> {
  const types = await listDeletionTypesOf(transaction, name)
  for (const [index, { happenings }] of crowd.entries()) {
    const end = happenings.at(-1)
    if (end?.kind !== 'erased') continue
    const type = types.find(({ IsOther }) => IsOther === (end.reason !== null))
    const request = { deletionTypeId: type?.Id ?? null, reason: end.reason }
    await erasePlayer(transaction, name, ids[index] ?? 0, request, after(now, -end.ago))
  }
}

function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += batch) yield rows.slice(from, from + batch)
}
