interface Leaving {
  /** Back leads to this page, because the player pressed something on it. */
  readonly keepsPage?: boolean
}

/**
 * Leaves the portal for another site. Back does not lead to the page that only redirected. The
 * promise never resolves, so that its caller shows nothing more; `portal.leave` ends for its
 * button. Throws a TypeError for anything but http(s).
 */
export function redirectOut(url: string, { keepsPage = false }: Leaving = {}): Promise<never> {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('Not a web address.')
  const address = isHere(url) ? withoutHash(url) : url
  if (keepsPage) {
    // A page from the back-forward cache would still show a busy button and old
    // data.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    location.assign(address)
  } else {
    location.replace(address)
  }
  return new Promise<never>(() => undefined)
}

/** A browser only scrolls where an address differs from the page's by its hash, or has one. */
function isHere(url: string): boolean {
  return withoutHash(url) === withoutHash(location.href)
}

function withoutHash(url: string): string {
  return url.replace(/#.*/s, '')
}

/** Milliseconds after which a page that is still there was not left. */
const leaveTimeout = 10_000

/**
 * Resolves when a page that was to be left is still there: its player pressed Escape, or the
 * other site had no page to show.
 */
export function whenStayed(): Promise<void> {
  return new Promise((resolve) => {
    const stayed = new AbortController()
    const end = () => {
      stayed.abort()
      resolve()
    }
    setTimeout(end, leaveTimeout)
    const stop = ({ key }: KeyboardEvent) => (key === 'Escape' ? end() : undefined)
    addEventListener('keydown', stop, { signal: stayed.signal })
  })
}
