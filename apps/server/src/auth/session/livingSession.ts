import type { SignInMethod } from '@gatehouse/contract/activity'

/** The data of a living session without any of its secrets. */
export interface LivingSession {
  readonly family: string
  readonly playerId: number
  /** The time of the player's last authentication by password or partner. */
  readonly authenticatedAt: Date
  /** The means of the player's authentication in this session. */
  readonly methods: readonly SignInMethod[]
  /** When a second factor authenticated the player; null without one. */
  readonly secondAt: Date | null
  /** Slug of the partner that authenticated the player; null for every other way. */
  readonly partner: string | null
}

/** Methods that are a second factor, or both factors at once. */
export const multiFactorMethods: ReadonlySet<SignInMethod> = new Set(['pk', 'pk2', 'otp', 'rec'])
