/**
 * Asks the server of this host for the cookies that belong to those which the browser has: a session
 * id that was lost, and a choice that lives on. Browsers keep what a server sets, and for some days only
 * what a script does. False where no answer came.
 */
export async function askForCookies(): Promise<boolean> {
  const asked = fetch('/', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  })
  return asked.then(
    () => true,
    () => false,
  )
}

/** True where the page was opened from another site and its server saw only that the browser is signed in at sites. */
export function mayHaveSession(): boolean {
  return document.querySelector('meta[name="signed-in-at-sites"]') !== null
}
