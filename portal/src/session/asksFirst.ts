import type { Path } from '@gatehouse/contract/paths'
import type { Portal } from './portal.ts'

/**
 * Whether a screen that acts as soon as it is shown has to ask before: unless the player pressed
 * something in the portal that leads to it, or loaded it from ourselves, from the address bar or from
 * a listed site. A redirect that brought the player to it is nobody's wish.
 */
export function asksFirst({ visit }: Portal, path: Path): boolean {
  if (visit.notes.agreedTo === path) return false
  return visit.loadedPath !== path || isForeign()
}

/** The page was reached from a site that is none of ours, as the file server found. */
function isForeign(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="arrival"]')?.content === 'foreign'
}
