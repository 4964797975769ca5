import type { ErrorCode } from '@gatehouse/contract/errors'
import { usernameError } from '@gatehouse/contract/fields'
import { findByUsername, isQuarantined } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { isReservedUsername } from './reservedUsername.ts'
import type { AccountServices } from '../accountServices.ts'

type UsernameFault = Extract<
  ErrorCode,
  | 'ERROR_USERNAME_EMAIL'
  | 'ERROR_USERNAME_PATTERN'
  | 'ERROR_USERNAME_LENGTH'
  | 'ERROR_USERNAME_LETTERS'
  | 'ERROR_USERNAME_EXIST'
>

/**
 * Why a username is not accepted, or null. A player may have the own name in another spelling, or
 * take back one that was given up; `playerId` is null for somebody who has no account yet.
 */
export async function usernameRefusal(
  { database, clock, deployments }: Pick<AccountServices, 'database' | 'clock' | 'deployments'>,
  deployment: Deployment,
  username: string,
  playerId: number | null,
): Promise<UsernameFault | null> {
  const fault = usernameError(username)
  if (fault !== null) return fault as UsernameFault
  const { kysely } = database
  const owner = await findByUsername(kysely, deployment.name, username)
  if (owner) return owner.id === playerId ? null : 'ERROR_USERNAME_EXIST'
  const isRefused =
    isReservedUsername(username, deployments) ||
    (await isQuarantined(kysely, deployment.name, username, clock.now(), playerId))
  return isRefused ? 'ERROR_USERNAME_EXIST' : null
}
