import type { User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'
import { type Path, paths } from '@gatehouse/contract/routes'
import { protectionOf } from '../../../session/protection.ts'
import type { Overview } from './overview.ts'

/** What helps a player against the theft of the account. */
export type Check = 'address' | 'way-in' | 'passkey' | 'second-step' | 'codes'

interface Checked {
  readonly check: Check
  readonly isDone: boolean
  /** Where it is done. */
  readonly to: Path
}

/** What a player can have against the theft of the account, and has or lacks. */
export function checkUp(
  overview: Overview,
  { IsUnconfirmed }: Pick<User, 'IsUnconfirmed'>,
  { offersStrongSignIn }: Pick<Rules, 'offersStrongSignIn'>,
): readonly Checked[] {
  const { done } = protectionOf(overview)
  const to = paths.security
  const always: readonly Checked[] = [
    { check: 'address', isDone: IsUnconfirmed !== true, to: paths.confirmEmailSend },
    { check: 'way-in', isDone: done.includes('way-in'), to },
  ]
  if (!offersStrongSignIn) return always
  return [
    ...always,
    { check: 'passkey', isDone: overview.Passkeys.length > 0, to },
    { check: 'second-step', isDone: done.includes('second-factor'), to },
    { check: 'codes', isDone: done.includes('recovery'), to },
  ]
}
