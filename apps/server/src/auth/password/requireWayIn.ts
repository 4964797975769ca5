import { factorBits } from '../../database/schema/values.ts'
import { refuse } from '../../platform/apiError.ts'

/** What an account is left with once a way in is removed. */
interface Left {
  readonly hasPassword: boolean
  readonly passkeys: readonly { readonly is_backed_up: boolean }[]
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
  { hasPassword, passkeys, factors }: Left,
): void {
  const { app, recoveryCodes, twoStep } = factorBits
  const isReserved =
    passkeys.length > 1 ||
    (passkeys.some((each) => each.is_backed_up) && (factors & recoveryCodes) !== 0)
  const isWayLeft = lost === 'password' ? isReserved : hasPassword || passkeys.length > 0
  if (!isWayLeft) throw refuse('ERROR_LAST_WAY_IN')
  const isStepLeft = passkeys.length > 0 || (factors & app) !== 0
  if ((factors & twoStep) !== 0 && !isStepLeft) throw refuse('ERROR_TWO_STEP_NEEDED')
}
