import type { Path } from '@gatehouse/contract/routes'
import type { Portal } from './portal.ts'

/**
 * Whether a screen that acts as soon as it is shown has to ask first. It need not after a press of the
 * player in the portal, or when the page was loaded from ourselves, from the address bar or from a
 * listed site. A mere redirect is no wish of the player's.
 */
export function needsConfirmation({ pageState }: Pick<Portal, 'pageState'>, path: Path): boolean {
  if (pageState.current.agreedTo === path) return false
  return pageState.loadedPath !== path || isForeign()
}

/** Whether another site led to the page, as the file server found. */
function isForeign(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="arrival"]')?.content === 'foreign'
}

/** Whether this deployment's mail links wait for a press of a button, as the page itself says. */
export function mailLinksNeedConfirmation(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="mail-links"]')?.content === 'button'
}
