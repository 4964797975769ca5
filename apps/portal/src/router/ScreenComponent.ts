import type { ComponentType, ReactNode } from 'react'
import type { LaterCatalogue } from '../i18n/laterCatalogues.ts'

interface Props {
  readonly children?: ReactNode
}

/** A part of the portal that may be in its own file. */
export type ScreenComponent = ComponentType<Props> & {
  /** The end of the path of its source, where that is no part of every page. */
  readonly file?: string
  /** The catalogues of its words, besides that of visitors. */
  readonly words?: readonly LaterCatalogue[]
  /**
   * Fetches it, so that it is there when it is shown. Never rejects: showing it reveals the
   * failure.
   */
  preload?(): Promise<void>
  /** Fetches it because it may be shown soon; no harm if that fails. */
  prefetch?(): void
}
