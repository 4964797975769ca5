import type { ErrorCode } from '@gatehouse/contract/errors'
import { usernameError } from '@gatehouse/contract/fields'
import { bounds } from '@gatehouse/contract/limits'
import { holderOfUsername, keyOf } from '../../database/accounts/players.ts'
import type { Deployment, Deployments } from '../../deployments/deployments.ts'
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

/** Names that players could take for the staff's or the software's. */
const reserved = new Set(
  `abuse account accounts admin administrator administration anonymous api billing bot community
  contact deleted dev developer everyone guest help helpdesk here host hostmaster info legal login
  logout mail mailer me mod moderator moderators mods nobody noreply null official operator owner
  postmaster press privacy register root sales security service staff superuser support sysadmin
  system team undefined unknown user username webmaster www you`.split(/\s+/),
)

/** Returns whether a name is reserved: a reserved word, or the name of a studio or partner here. */
export function isReservedUsername(username: string, deployments: Deployments): boolean {
  const name = keyOf(username)
  const studios = deployments.all.flatMap(({ configuration }) => [
    configuration.RegisterStudioName,
    configuration.PartnerName,
  ])
  const isStudio = [...studios, 'gatehouse'].some(
    (text) => text.toLowerCase().replaceAll(/\W/g, '') === name,
  )
  return reserved.has(name) || isStudio
}

/**
 * Makes a username of a partner's name for a player, without characters that ours cannot have; ''
 * if none is left.
 */
export function suggestedUsername(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^A-Za-z0-9]/g, '')
  const suggestion = plain.slice(0, bounds.username.max)
  return usernameError(suggestion) === null ? suggestion : ''
}
