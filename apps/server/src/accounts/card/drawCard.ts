import { resolve } from 'node:path'
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

/** Draws a player's card, a PNG. Null when it took too long or too much memory, or without a portal. */
export type CardDrawer = (order: CardOrder) => Promise<Uint8Array | null>

/**
 * A drawer that draws each card in its own process, from the art of the built portal. Throws an OverloadedError when too many cards wait.
 */
export function createCardDrawer(portal: string): CardDrawer {
  const artFile = resolve(portal, 'prerender/cardArt.json')
  const draw = inOwnProcess<Uint8Array>(new URL('./drawingProcess.ts', import.meta.url), {
    // Half a second of work; a server without a moment to spare takes longer.
    milliseconds: 30_000,
    megabytes: 320,
    running: 1,
    waiting: 20,
  })
  return (order) => draw({ ...order, artFile })
}
