import type { IpBanScope } from '@gatehouse/contract/calls/row'
import { keyOf, type Player } from '../accounts/players.ts'
import type { UniqueValueKind } from '../accounts/uniqueValues.ts'
import type { Database, Prepared } from '../pool/openDatabase.ts'
import { banOfAddress } from './ipBans.ts'

const columns = [
  'deployment',
  'id',
  'username',
  'email',
  'language',
  'password_hash',
  'auth_type',
  'confirmed_at',
  'banned_at',
  'banned_until',
  'ban_reason',
  'trust_reset_at',
  'factors',
  'frozen_at',
  'deletion_due_at',
  'leak_checked_at',
] as const

/** The columns of a player that a log-in reads. */
export type LoginCandidate = Pick<Player, (typeof columns)[number]>

/**
 * The holders of a name or an address, by the table `taken`, and the ban of the visitor's IP
 * address.
 */
const holders: Prepared = {
  name: 'login-holders',
  text: `select (${banOfAddress('$4', `'login'`, '$5')}) as ban,
      first.player_id as first, second.player_id as second
    from (values (1)) as always
    left join unique_values first on first.deployment = $1 and first.kind = $2 and first.value = $3
    left join unique_values second on second.deployment = $1 and second.kind = 'unconfirmed-email'
      and second.value = $3`,
}

const byUsername = candidateBy('username')
const byEmail = candidateBy('email')

function candidateBy(name: 'username' | 'email'): Prepared {
  return {
    name: `login-candidate-by-${name}`,
    text: `select ${columns.join(', ')} from players
      where deployment = $1 and id in ($2, $3) and ${name}_key = $4 and deleted_at is null
      order by confirmed_at is null, id desc limit 1`,
  }
}

interface HeldName {
  readonly ban: IpBanScope | null
  readonly first: number | null
  readonly second: number | null
}

/**
 * The player of a username or an email address (an @ makes it an address; findByEmail says which of
 * several), and the ban of the visitor's IP address (`login`, `general` or null): a read of
 * `taken`, and one of the authoritative row. The second read happens for an unknown name too, so
 * that its answer takes as long.
 */
export async function findLoginCandidate(
  database: Database,
  deployment: string,
  usernameOrEmail: string,
  ip: string,
  now: Date,
) {
  const key = keyOf(usernameOrEmail)
  const isEmail = key.includes('@')
  const kind: UniqueValueKind = isEmail ? 'email' : 'username'
  const held = await database.first<HeldName>(holders, [deployment, kind, key, ip, now])
  if (!held) throw new Error('A query that always has a row had none.')
  // One id twice rather than one that no player has: that would ask a second part of the table.
  const first = held.first ?? held.second ?? 0
  const ids = [first, held.second ?? first]
  const player = await database.first<LoginCandidate>(isEmail ? byEmail : byUsername, [
    deployment,
    ...ids,
    key,
  ])
  return { player, ban: held.ban }
}
