import type { MessageDescriptor } from '@lingui/core'
import type { Path } from '@gatehouse/contract/routes'
import type { ScreenComponent } from '../router/ScreenComponent.ts'
import type { Portal } from '../context/portal.ts'

/** A screen as its folder offers it to the router. */
export interface ScreenRoute {
  readonly path: Path
  /** What follows 'Account - ' in the document's title; null for a screen that shows nothing. */
  readonly title: MessageDescriptor | null
  readonly frame: Layout
  readonly component: ScreenComponent
  /** Where most go from here: fetched before they do. */
  readonly next?: Path
  /** Sends away whoever comes without what the screen needs. */
  readonly admit?: (query: URLSearchParams, portal: Portal) => Path | null | Promise<Path | null>
}

/**
 * `visitor`: beside the studio's art. `account`: header, menu and sections. `centred`: one message in
 * the middle of the page, or nothing at all.
 */
export type Layout = 'visitor' | 'account' | 'centred'
