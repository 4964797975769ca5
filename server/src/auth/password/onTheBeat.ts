/** Milliseconds: too few for a person to notice. */
const beat = 12

let next: Promise<void> | null = null

/**
 * Resolves at the next beat, with all others who wait for it. A hash sweeps through the processor's caches:
 * what we and the database do after each of them costs a quarter less when it is done for several at once.
 */
export function onTheBeat(): Promise<void> {
  next ??= new Promise((go) => {
    setTimeout(() => {
      next = null
      go()
    }, beat)
  })
  return next
}
