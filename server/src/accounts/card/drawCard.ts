import { inOwnProcess } from '../uploads/ownProcess.ts'
import type { CardContent, CardLook } from './composeCard.ts'

export interface CardOrder {
  /** A theme of ours. */
  readonly theme: string
  /** False for a deployment with its own art: the theme's would be another studio's. */
  readonly hasScene: boolean
  /** The player's upload; null for the letter. */
  readonly picture: Uint8Array | null
  readonly content: CardContent
  readonly look: CardLook
}

/** Draws a player's card, a PNG. Null when it took too long or too much memory. */
export type CardDrawer = (order: CardOrder) => Promise<Uint8Array | null>

/**
 * A drawer that draws each card in its own process. Throws an OverloadedError when too many cards
 * wait.
 */
export function createCardDrawer(): CardDrawer {
  return inOwnProcess(new URL('./drawingProcess.ts', import.meta.url), {
    // Half a second of work; a server without a moment to spare takes longer.
    milliseconds: 30_000,
    megabytes: 320,
    running: 1,
    waiting: 20,
  })
}
