import type { ErrorCode } from '@gatehouse/contract/errors'
import { usernameError } from '@gatehouse/contract/fields'
import { holderOfUsername } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { isReservedUsername } from './reservedUsername.ts'
import type { AccountServices } from '../accountServices.ts'

type UsernameRefusal = Extract<
  ErrorCode,
  | 'ERROR_USERNAME_EMAIL'
  | 'ERROR_USERNAME_PATTERN'
  | 'ERROR_USERNAME_LENGTH'
  | 'ERROR_USERNAME_LETTERS'
  | 'ERROR_USERNAME_EXIST'
>

/**
 * Returns the reason why a username is not accepted, or null. A player may change the spelling of
 * the own name, or take back a former one; `playerId` is null before registration.
 */
export async function usernameRefusal(
  { database, clock, deployments }: Pick<AccountServices, 'database' | 'clock' | 'deployments'>,
  deployment: Deployment,
  username: string,
  playerId: number | null,
): Promise<UsernameRefusal | null> {
  const error = usernameError(username)
  if (error !== null) return error as UsernameRefusal
  const { kysely } = database
  const now = clock.now()
  const holder = await holderOfUsername(kysely, deployment.name, username, playerId, now)
  if (holder === 'own') return null
  const isRefused = holder === 'other' || isReservedUsername(username, deployments)
  return isRefused ? 'ERROR_USERNAME_EXIST' : null
}
