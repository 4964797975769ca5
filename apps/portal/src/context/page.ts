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
