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
