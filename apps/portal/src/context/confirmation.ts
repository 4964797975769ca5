import type { Path } from '@gatehouse/contract/routes'
import type { Page } from './page.ts'

/**
 * True if a screen that acts as soon as it is shown has to ask first. It need not after a press of
 * the player in the portal, or when the page was loaded from ourselves, from the address bar or
 * from a listed site. A mere redirect is no wish of the player's.
 */
export function needsConfirmation({ page }: { readonly page: Page }, path: Path): boolean {
  return page.agreedTo !== path && (page.loadedPath !== path || isForeign())
}

/** True if another site led to the page, as the file server found. */
function isForeign(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="arrival"]')?.content === 'foreign'
}

/** True if this deployment's mail links wait for a press of a button, as the page itself says. */
export function mailLinksNeedConfirmation(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="mail-links"]')?.content === 'button'
}
