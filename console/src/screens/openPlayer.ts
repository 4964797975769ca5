import { createStore } from '../api/store.ts'

interface OpenPlayer {
  readonly place: string
  readonly id: number
  readonly username: string
}

/** The player whose page is shown, for the palette; null on other screens. */
export const openPlayer = createStore<OpenPlayer | null>(null)

const key = 'gatehouse.players'

/** The last players of a place that were opened in this tab. */
export function lastPlayers(): readonly OpenPlayer[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? (read as OpenPlayer[]) : []
  } catch {
    return []
  }
}

export function keepPlayer(player: OpenPlayer): void {
  const others = lastPlayers().filter(({ place, id }) => place !== player.place || id !== player.id)
  try {
    sessionStorage.setItem(key, JSON.stringify([player, ...others].slice(0, 8)))
  } catch {
    // Start has no list then.
  }
}
