import type { Client } from '@gatehouse/client/client'
import { carried } from '@gatehouse/contract/carried'
import { isServed } from '@gatehouse/contract/routes'
import { allowedRedirect, isPortalPath } from '@gatehouse/contract/redirect'
import { isRefusedWith } from '../ui/isRefusedWith.ts'
import type { Visit } from './visit.ts'

/** Where a player goes next: another screen of this portal, or another site. */
export type Destination =
  | { readonly kind: 'inside'; readonly path: string }
  | { readonly kind: 'outside'; readonly url: string }

/** The visit of a page, and the decisions where it leads. */
export interface ReturnTo extends Visit {
  /** The kept redirect URL as the calls of a login carry it: absolute, or ''. */
  redirectUrl(): string
  clientId(): string
  /**
   * Makes a call for the client that an address named. A client of another deployment is forgotten,
   * and the call made once more for none: a foreign page decides about no log-in.
   */
  forClient<Answer>(call: (clientId: string) => Promise<Answer>): Promise<Answer>
  /** Decides about the kept redirect URL and forgets it. Null when there is none to follow. */
  take(): Promise<Destination | null>
  /** Decides about a redirect URL from an answer. Null when it may not be followed. */
  judge(url: string): Promise<Destination | null>
  /**
   * Decides where a linking goes on, and forgets it: the address of its answer wins over the kept
   * one. Null when there is none to follow.
   */
  takeLink(answered?: string | null): Promise<Destination | null>
  /** A linking of this tab is for no site. */
  forgetLink(): void
}

/**
 * The one decision about redirect URLs. A path of the portal is followed by the router, one that the
 * server answers by the browser; an address only if the deployment's list allows its host, and
 * without a list none is allowed.
 */
export function createReturnTo(api: Client, accountUrl: string, visit: Visit): ReturnTo {
  /** Undefined where the list of allowed sites did not come. */
  async function judge(url: string): Promise<Destination | null | undefined> {
    if (isPortalPath(url)) {
      return isServed(url)
        ? { kind: 'outside', url: `${accountUrl}${url}` }
        : { kind: 'inside', path: url }
    }
    const patterns = await listed(() => api('listAllowedRedirectDomains', {}))
    if (patterns === undefined) return undefined
    const allowed = allowedRedirect(url, usable(patterns), [hostOf(accountUrl)])
    return allowed === null ? null : { kind: 'outside', url: allowed.href }
  }

  const returnTo: ReturnTo = {
    ...visit,

    redirectUrl() {
      const stored = visit.read('redirectUrl')
      return carried('redirectUrl', isPortalPath(stored) ? `${accountUrl}${stored}` : stored)
    },

    clientId: () => visit.read('clientId'),

    async forClient(call) {
      const clientId = returnTo.clientId()
      try {
        return await call(clientId)
      } catch (error) {
        if (clientId === '' || !isRefusedWith(error, 'ERROR_NOT_ALLOWED')) throw error
        visit.arrive({ clientId: '' })
        return call('')
      }
    },

    async take() {
      const stored = visit.read('redirectUrl')
      if (stored === '') return null
      const destination = await judge(stored)
      // Without the list of allowed sites it waits for another time.
      if (destination !== undefined) visit.spend('redirectUrl')
      return destination ?? null
    },

    judge: async (url) => (await judge(url)) ?? null,

    async takeLink(answered) {
      const url = answered || visit.read('linkRedirectUrl')
      returnTo.forgetLink()
      return url === '' ? null : returnTo.judge(url)
    },

    // That of another tab is not read in its place.
    forgetLink: () => visit.arrive({ linkRedirectUrl: '' }),
  }
  return returnTo
}

/** Milliseconds before the second and the third try. */
const pauses = [500, 1500]

/** The list of allowed sites, tried again after a lost network; undefined where it does not come. */
async function listed<List>(ask: () => Promise<List>): Promise<List | undefined> {
  for (const pause of [...pauses, null]) {
    try {
      return await ask()
    } catch {
      if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return undefined
}

/** The list of a server: what is no text on it allows nothing, and takes nothing from the rest. */
function usable(patterns: unknown): readonly string[] {
  return Array.isArray(patterns) ? patterns.filter((one) => typeof one === 'string') : []
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
