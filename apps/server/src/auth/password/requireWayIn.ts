import type { CanonicalName } from '@gatehouse/contract/entities'
import type { Player } from '../../database/accounts/players.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { listWaysIn } from '../../database/federation/connectionStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { refuse } from '../../platform/apiError.ts'

/** What an account is left with once a way in is removed. */
interface Left {
  readonly hasPassword: boolean
  readonly passkeys: readonly { readonly is_backed_up: boolean }[]
  /** The number of services that log the player in. */
  readonly services: number
  /** Of the player, before it is removed. */
  readonly factors: number
}

/**
 * Refuses to remove a way in where what is left would not do. Who removes the password chooses to, so
 * that a lost device must then lock nobody out: it takes two passkeys, or a synced one and recovery
 * codes. A passkey may be lost already, and goes as long as another way in is left, and a second step
 * that works where one is asked for.
 */
export function requireWayIn(
  lost: 'password' | 'passkey',
  { hasPassword, passkeys, services, factors }: Left,
): void {
  const { app, recoveryCodes, twoStep } = factorBits
  const isReserved =
    passkeys.length > 1 ||
    (passkeys.some((each) => each.is_backed_up) && (factors & recoveryCodes) !== 0)
  const isWayLeft = lost === 'password' ? isReserved : hasPassword || passkeys.length + services > 0
  if (!isWayLeft) throw refuse('ERROR_LAST_WAY_IN')
  const isStepLeft = passkeys.length > 0 || (factors & app) !== 0
  if ((factors & twoStep) !== 0 && !isStepLeft) throw refuse('ERROR_TWO_STEP_NEEDED')
}

/** Refuses to take a service from a player whose last way in it is. */
export async function requireAnotherWayIn(
  transaction: Executor,
  player: Player,
  lost: CanonicalName,
): Promise<void> {
  if (!(await hasAnotherWayIn(transaction, player, lost))) throw refuse('ERROR_LAST_WAY_IN')
}

/**
 * Returns whether a player can log in without a service. Neither a password nor a passkey opens an
 * account whose address is not confirmed.
 */
export async function hasAnotherWayIn(
  executor: Executor,
  { deployment, id, confirmed_at, password_hash }: Player,
  lost: CanonicalName,
): Promise<boolean> {
  const others = await listWaysIn(executor, deployment, id)
  if (others.some(({ canonical_name }) => canonical_name !== lost)) return true
  if (confirmed_at === null) return false
  return password_hash !== null || (await listPasskeysOf(executor, deployment, id)).length > 0
}
