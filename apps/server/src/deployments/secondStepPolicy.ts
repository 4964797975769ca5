import type { SignInMethod } from '@gatehouse/contract/activity'
import { factorBits } from '../database/schema/values.ts'
import type { Deployment } from './deployments.ts'

type Policy = Pick<Deployment, 'rules'>

/** A player, and a session of that player. */
interface PlayerInSession {
  readonly auth_type: 1 | 2
  /** Slug of the partner that authenticated the player; null for every other way. */
  readonly partner: string | null
  readonly factors: number
  readonly methods: readonly SignInMethod[]
  /** The player has one of the badges of the deployment's policy. */
  readonly has_asked_badge: boolean
}

/** Returns whether the deployment requires a second step of a player. A partner's players are the partner's. */
export function isUnderPolicy(
  { rules }: Policy,
  { auth_type, partner, has_asked_badge }: Omit<PlayerInSession, 'factors' | 'methods'>,
): boolean {
  if (!rules.offersStrongSignIn || rules.signIn === 'by-partner') return false
  if (auth_type === 2 || partner !== null) return false
  return rules.requiresStrongSignIn || has_asked_badge
}

/** Returns whether factors are enough for that: a second step, or passkeys in the place of a password. */
export function meetsPolicy(factors: number): boolean {
  return (factors & factorBits.twoStep) !== 0 || isByPasskeyAlone(factors)
}

/**
 * Returns whether a session opens nothing but the set-up of a second step. It follows from the player's
 * row at each call: a badge or a policy that comes later restricts sessions that are open. An account
 * that opens by passkeys may open by a service too, which is no second factor.
 */
export function isRestricted(policy: Policy, player: PlayerInSession): boolean {
  if (!isUnderPolicy(policy, player)) return false
  const { factors, methods } = player
  if ((factors & factorBits.twoStep) !== 0) return false
  return !isByPasskeyAlone(factors) || methods.every((method) => method.startsWith('svc:'))
}

function isByPasskeyAlone(factors: number): boolean {
  const { withoutPassword, passkey } = factorBits
  return (factors & withoutPassword) !== 0 && (factors & passkey) !== 0
}
