import { banOfAddress } from './ipBans.ts'
import type { Database, Prepared } from '../connection/openDatabase.ts'
import { keyOf, type Player } from '../accounts/players.ts'
import type { IpBanScope } from '@gatehouse/contract/calls/row'

const columns = [
  'deployment',
  'id',
  'username',
  'email',
  'password_hash',
  'auth_type',
  'confirmed_at',
  'banned_at',
  'banned_until',
  'ban_reason',
  'browsers_forgotten_at',
] as const

/** What a log-in reads of a player. */
export type LoginCandidate = Pick<Player, (typeof columns)[number]>

const byUsername = candidateBy('username')
const byEmail = candidateBy('email')

function candidateBy(name: 'username' | 'email'): Prepared {
  return {
    name: `login-candidate-by-${name}`,
    text: `select (${banOfAddress('$3', `'login'`, '$4')}) as ban,
        ${columns.map((column) => `player.${column}`).join(', ')}
      from (values (1)) as always left join players player
        on deployment = $1 and ${name}_key = $2 and deleted_at is null
      order by player.confirmed_at is null, player.id desc limit 1`,
  }
}

interface Found {
  readonly player: LoginCandidate | undefined
  /** The scope under which the address is banned from logging in: `login`, `general`, or null. */
  readonly ban: IpBanScope | null
}

/**
 * The player of a username or an email address (an @ makes it an address; findByEmail says which of
 * several), and the ban of the visitor's IP address: one query for both.
 */
export async function findLoginCandidate(
  database: Database,
  deployment: string,
  usernameOrEmail: string,
  ip: string,
  now: Date,
): Promise<Found> {
  const key = keyOf(usernameOrEmail)
  const statement = key.includes('@') ? byEmail : byUsername
  const values = [deployment, key, ip, now]
  const row = await database.first<{ ban: IpBanScope | null } & (LoginCandidate | { id: null })>(
    statement,
    values,
  )
  if (!row) throw new Error('A query that always has a row had none.')
  return { player: row.id === null ? undefined : row, ban: row.ban }
}
