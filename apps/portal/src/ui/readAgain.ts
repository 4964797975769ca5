/** Milliseconds after which what follows a success waits no longer for a read. */
const patience = 3000

/** Milliseconds after which a read that has failed is tried again. */
const pauses = [1000, 5000, 20_000, 60_000]

/**
 * Reads again what a success has changed. The read is never part of the success: where it fails, or does
 * not come, what is shown is old and not wrong, and it is read some times more. Resolves once it has
 * come, for what needs it before it goes on, and after three seconds at the latest.
 */
export function readAgain(read: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience)
    void tryToRead(read, pauses).then(resolve)
  })
}

async function tryToRead(
  read: () => Promise<unknown>,
  [pause, ...later]: readonly number[],
): Promise<void> {
  try {
    await read()
  } catch {
    if (pause === undefined) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    await tryToRead(read, later)
  }
}
