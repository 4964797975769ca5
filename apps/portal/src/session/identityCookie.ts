import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { browserCookie } from '../storage/browserCookie.ts'

const name = 'sso_identity'

/**
 * The public handle of the session, in a cookie of this host. `write` answers false when the browser
 * keeps no cookies; `read` answers null then, and outside a browser.
 */
export const identityCookie = {
  read: () => browserCookie.read(name),

  write(identity: string): boolean {
    // A server on this host has set it with its answer, and browsers keep that one for longer.
    if (identityCookie.read() === identity) return true
    browserCookie.write(name, identity, {
      maxAge: browserLifetimes.identityCookie,
      sameSite: 'Strict',
    })
    return identityCookie.read() === identity
  },

  /** Removes it, but not one that another tab has written since. */
  remove(identity: string | null = identityCookie.read()): void {
    if (identityCookie.read() === identity) browserCookie.remove(name)
  },
}

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
