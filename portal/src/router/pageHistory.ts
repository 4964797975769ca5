import type { Entry } from './readEntry.ts'

/** The history of a page: the browser's, or one in memory where there is no browser. */
export interface PageHistory {
  read(): Entry
  push(href: string, step: string): void
  replace(href: string, step: string): void
  back(): void
  /** Calls `changed` when Back, Forward or the like changed the entry. */
  listen(changed: () => void): void
  /** Scrolls to where the entry was left; a new one to its top. */
  scroll(): void
}
