interface Leaving {
  /** Back leads to this page, because the player pressed something on it. */
  readonly keepsPage?: boolean
}

/**
 * Leaves the portal for another site. Back does not lead to the page that only redirected. The promise
 * never resolves, so that its caller shows nothing more. Throws a TypeError for anything but http(s).
 */
export function redirectOut(url: string, { keepsPage = false }: Leaving = {}): Promise<never> {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('Not a web address.')
  if (keepsPage) {
    // A page that the browser kept alive would still show its button at work, and what was true then.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    location.assign(url)
  } else {
    location.replace(url)
  }
  return new Promise<never>(() => undefined)
}
