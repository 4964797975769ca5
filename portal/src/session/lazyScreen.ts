import { lazyRouteComponent } from '@tanstack/react-router'
import { mayReload } from './mayReload.ts'
import { isReachable } from './isReachable.ts'

/** The file of a screen does not come: no network, or a release that has replaced it. */
export class ScreenMissing extends Error {
  override readonly name = 'ScreenMissing'
}

/** The address as it came, with what is taken out of it when the page starts. */
const loadedFrom = typeof location === 'undefined' ? '' : location.href

/**
 * A screen in a file of its own. Where that is missing though our host answers, a release has
 * replaced it: the page is loaded anew, once, and knows the files of today. Fails with ScreenMissing
 * when that did not help, or while nothing answers.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (cause) {
      if ((await isReachable()) && mayReload(location.pathname)) return await reload()
      throw new ScreenMissing('The file of a screen is missing.', { cause })
    }
  }, name)

/** Nothing is shown any more: it never settles. */
function reload(): Promise<never> {
  if (new URL(loadedFrom).pathname === location.pathname) {
    history.replaceState(history.state, '', loadedFrom)
  }
  location.reload()
  return new Promise<never>(() => undefined)
}
