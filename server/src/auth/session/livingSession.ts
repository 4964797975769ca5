/** What there is to know of a living session without any of its secrets. */
export interface LivingSession {
  readonly family: string
  readonly playerId: number
  /** When the password, or the partner, last proved the player. */
  readonly authenticatedAt: Date
}
