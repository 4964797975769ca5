import type { SignInMethod } from '@gatehouse/contract/activity'

/** The data of a living session without any of its secrets. */
export interface LivingSession {
  readonly family: string
  readonly playerId: number
  /** The time of the player's last authentication by password or partner. */
  readonly authenticatedAt: Date
  /** By what the player was proven in this session. */
  readonly methods: readonly SignInMethod[]
}
