import { keep, readKept } from '../api/kept.ts'
import { createStore } from '../api/store.ts'

interface OpenPlayer {
  readonly place: string
  readonly id: number
  readonly username: string
}

/** The player whose page is shown, for the palette; null on other screens. */
export const openPlayer = createStore<OpenPlayer | null>(null)

/** The last players of a place that the person opened in this tab. */
export function lastPlayers(): readonly OpenPlayer[] {
  const read = readKept('players')
  return Array.isArray(read) ? (read as OpenPlayer[]) : []
}

export function keepPlayer(player: OpenPlayer): void {
  const others = lastPlayers().filter(({ place, id }) => place !== player.place || id !== player.id)
  keep('players', [player, ...others].slice(0, 8))
}
