/** Milliseconds after which what follows a success waits no longer for a read. */
const patience = 3000

/**
 * Reads again what a success has changed. The read is never part of the success: where it fails, or does
 * not come, what is shown is old and not wrong. Resolves when it is over, for what needs it before it
 * goes on, and after three seconds at the latest.
 */
export function readAgain(read: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience)
    read().then(
      () => resolve(),
      () => resolve(),
    )
  })
}
