import { tabStore } from '../storage/tabStore.ts'

interface Reload {
  readonly build: string
  readonly path: string
  readonly at: number
}

/** Milliseconds in which a second reload of the same would only be a loop. */
const pause = 60_000

/**
 * Whether the page may reload itself for a path; records that it does. Once a minute for the same
 * build and path. A tab that can keep no note may where it was not loaded by a reload.
 */
export function mayReload(path: string): boolean {
  const now: Reload = { build: import.meta.url, path, at: Date.now() }
  const last = tabStore.read('reload') as Partial<Reload> | null
  const isAgain = last?.build === now.build && last.path === path
  if (isAgain && now.at - (last.at ?? 0) < pause) return false
  tabStore.keep('reload', now)
  if (tabStore.read('reload') !== null) return true
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return loaded?.type !== 'reload'
}
