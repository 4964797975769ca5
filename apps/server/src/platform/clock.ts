/** The one source of time: everything that expires asks it. */
export interface Clock {
  readonly now: () => Date
}

export const clock: Clock = { now: () => new Date() }

/** The moment `seconds` after (before, when negative) another. */
export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

/** Whole seconds until a moment, for `Retry-After`: at least one. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

/** Milliseconds of this process, which nobody sets: for durations, at which nothing expires. */
export const steadyNow = (): number => performance.now()
