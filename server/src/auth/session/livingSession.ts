import type { SignInMethod } from '@gatehouse/contract/activity'

/** The data of a living session without any of its secrets. */
export interface LivingSession {
  readonly family: string
  readonly playerId: number
  /** The time of the player's last authentication by password or partner. */
  readonly authenticatedAt: Date
  /** By what the player was proven in this session. */
  readonly methods: readonly SignInMethod[]
  /** When a second factor proved the player; null without one. */
  readonly secondAt: Date | null
  /** Slug of the partner that verified the player; null for every other proof. */
  readonly partner: string | null
}
