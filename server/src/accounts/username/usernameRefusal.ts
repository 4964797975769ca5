import type { ErrorCode } from '@gatehouse/contract/errors'
import { usernameError } from '@gatehouse/contract/fields'
import { findByUsername, isQuarantined } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { isReservedUsername } from './reservedUsername.ts'
import type { AccountServices } from '../services/accountServices.ts'

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
  const owner = await findByUsername(kysely, deployment.name, username)
  if (owner) return owner.id === playerId ? null : 'ERROR_USERNAME_EXIST'
  const isRefused =
    isReservedUsername(username, deployments) ||
    (await isQuarantined(kysely, deployment.name, username, clock.now(), playerId))
  return isRefused ? 'ERROR_USERNAME_EXIST' : null
}
