/*
 * A tab that is open over a release may ask for files that no server has any more. Here alone is decided
 * what such a file is, and when the page is loaded anew for it.
 */

const missing = new WeakSet<object>()

/** From now on the files of this build that do not come are known, by Vite's own event. */
export function watchFiles(): void {
  addEventListener('vite:preloadError', (event) => {
    missing.add((event as Event & { readonly payload: Error }).payload)
  })
}

/** True for the failure of an import whose file did not come: no network, or a release that has replaced it. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && (missing.has(error) || isMissingFile(error.cause))
}

/**
 * True where our own host answers, and a page that is loaded anew may know the files that this one misses:
 * once a minute for the same build and path. The browser's view of its network does not count: a
 * network may lead nowhere.
 */
export function isBuildOld(): Promise<boolean> {
  // A screen and its frame miss their files at one moment, and the page is loaded anew for both.
  asking ??= askWhetherOld().finally(() => {
    asking = undefined
  })
  return asking
}

let asking: Promise<boolean> | undefined
let isLeaving = false

async function askWhetherOld(): Promise<boolean> {
  const asked = fetch('/', {
    method: 'HEAD',
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(10_000),
  })
  const isThere = await asked.then(
    ({ ok }) => ok,
    () => false,
  )
  return isThere && (isLeaving || mayReload(location.pathname))
}

/** Never resolves, so that nothing more is shown. */
export function loadAnew(): Promise<never> {
  isLeaving = true
  location.reload()
  return new Promise<never>(() => undefined)
}

interface Reload {
  readonly build: string
  readonly path: string
  readonly at: number
}

/** Milliseconds in which a second reload of the same would only be a loop. */
const pause = 60_000
const name = 'sso.reload'

/**
 * True if the page may reload itself for a path; records that it does. A tab that can keep no note may
 * where it was not loaded by a reload.
 */
function mayReload(path: string): boolean {
  const now: Reload = { build: import.meta.url, path, at: Date.now() }
  const last = lastReload()
  const isAgain = last?.build === now.build && last.path === path
  if (isAgain && now.at - (last.at ?? 0) < pause) return false
  try {
    sessionStorage.setItem(name, JSON.stringify(now))
    return true
  } catch {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return loaded?.type !== 'reload'
  }
}

function lastReload(): Partial<Reload> | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Partial<Reload> | null
  } catch {
    return null
  }
}
