import type { Path } from '@gatehouse/contract/routes'

/** What the loaded page has done already. */
export interface Page {
  readonly loadedPath: string
  /** The landing rule was applied: it is once per page load. */
  readonly hasLanded: boolean
  /** The screen that acts as soon as it is shown, and that the player chose here; '' before. */
  readonly agreedTo: Path | ''
  /** A gaming account has just been linked: the next first step stands on the page of connections. */
  readonly hasLinked: boolean
  land(): void
  agreeTo(path: Path | ''): void
  noteLinked(hasLinked: boolean): void
}

export function createPage(loadedPath: string): Page {
  const page = {
    loadedPath,
    hasLanded: false,
    agreedTo: '' as Path | '',
    hasLinked: false,
    land() {
      page.hasLanded = true
    },
    agreeTo(path: Path | '') {
      page.agreedTo = path
    },
    noteLinked(hasLinked: boolean) {
      page.hasLinked = hasLinked
    },
  }
  return page
}

/**
 * True if a screen that acts as soon as it is shown has to ask first. It need not after a press of
 * the player in the portal, or when the page was loaded from ourselves, from the address bar or
 * from a listed site. A mere redirect is no wish of the player's.
 */
export function needsConfirmation({ page }: { readonly page: Page }, path: Path): boolean {
  return page.agreedTo !== path && (page.loadedPath !== path || isForeign())
}

/** True if another site led to the page, as the file server found. */
function isForeign(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="arrival"]')?.content === 'foreign'
}

/** True if this deployment's mail links wait for a press of a button, as the page itself says. */
export function mailLinksNeedConfirmation(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="mail-links"]')?.content === 'button'
}
