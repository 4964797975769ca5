import { flushSync } from 'react-dom'
import type { Entry } from './readEntry.ts'

/** A route and its screen on the page. */
export interface Shown<Screen> {
  readonly entry: Entry
  readonly screen: Screen
  /** `pending`: it is not decided yet whether the screen is shown. */
  readonly state: 'pending' | 'ready' | 'broken'
  /** Why the screen is not shown, where `state` is 'broken'. */
  readonly error?: unknown
}

interface Move {
  /** Back does not lead to the screen that is left. */
  readonly replace?: boolean
  readonly step?: string
  /** What the screen takes from no address: see `Entry`. */
  readonly secret?: string
}

export interface Router<Screen> {
  readonly history: PageHistory
  /** Null before anything is shown; the same object until something else is. */
  read(): Shown<Screen> | null
  subscribe(listener: () => void): () => void
  /** Goes to an address of the portal. Resolves when its screen, or a replacement, is shown. */
  navigate(href: string, move?: Move): Promise<void>
  /** Decides again about the address of the history, and shows the screen that belongs there. */
  load(): Promise<void>
  /** Prefetches the files of an address of the portal. */
  prefetch(pathname: string): void
}

interface Routing<Screen> {
  readonly history: PageHistory
  screenAt(pathname: string): Screen | undefined
  /** Runs before a screen is shown and may throw a Redirect. Its fetches are awaited. */
  enter(entry: Entry): Promise<Screen>
  arrived(entry: Entry): void
  prefetch(screen: Screen): void
}

/** A slow service must not look like a broken page, a quick one must not flicker: milliseconds. */
const patience = 400

/**
 * The way from an address to a screen. The address changes at once; the screen that is left stays
 * until the guards have decided about the next one, and the latest of several wishes wins.
 */
export function createRouter<Screen>(routing: Routing<Screen>): Router<Screen> {
  const { history } = routing
  const listeners = new Set<() => void>()
  let shown: Shown<Screen> | null = null
  let loads = 0

  async function load(): Promise<void> {
    loads += 1
    const turn = loads
    const entry = history.read()
    const late = setTimeout(() => {
      const screen = routing.screenAt(entry.pathname)
      // A screen that is asked about again stays: something may have been typed.
      if (screen === undefined || screen === shown?.screen) return
      void show({ entry, screen, state: 'pending' }, () => turn === loads)
    }, patience)
    const next = await decide(entry)
    clearTimeout(late)
    if (turn !== loads) return
    if (next instanceof RedirectError) {
      history.replace(next.href, '')
      await load()
      return
    }
    await show(next, () => turn === loads)
    if (turn === loads) routing.arrived(entry)
  }

  async function decide(entry: Entry): Promise<Shown<Screen> | RedirectError> {
    try {
      return { entry, screen: await routing.enter(entry), state: 'ready' }
    } catch (error) {
      const screen = routing.screenAt(entry.pathname)
      if (error instanceof RedirectError) return error
      if (screen === undefined) throw error
      return { entry, screen, state: 'broken', error }
    }
  }

  async function show(next: Shown<Screen>, isWanted: () => boolean): Promise<void> {
    const previous = shown
    const change = () => {
      if (!isWanted()) return
      shown = next
      flushSync(() => {
        for (const listener of listeners) listener()
      })
      // A pending screen is too short to be scrolled to the place that a reader has left.
      const isComplete = previous?.state === 'pending' && next.state !== 'pending'
      if (previous === null || isComplete || !isSame(previous.entry, next.entry)) history.scroll()
    }
    const isMove = previous !== null && previous.entry.pathname !== next.entry.pathname
    if (!isMove || !mayAnimate()) return change()
    const transition = document.startViewTransition(change)
    // Skipped in a hidden tab, or for the next transition.
    transition.ready.catch(() => undefined)
    return transition.updateCallbackDone
  }

  const router: Router<Screen> = {
    history,
    read: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    navigate(href, { replace = false, step = '', secret = '' } = {}) {
      const here = history.read()
      // A press of the link to the present page makes no second entry.
      const isHere = here.href === href && here.step === step && secret === ''
      if (!isHere) history[replace ? 'replace' : 'push'](href, step, secret)
      return load()
    },
    prefetch(pathname) {
      const screen = routing.screenAt(pathname)
      if (screen !== undefined) routing.prefetch(screen)
    },
  }
  history.listen(() => void load())
  return router
}

function isSame(one: Entry, other: Entry): boolean {
  return one.href === other.href && one.index === other.index && one.step === other.step
}

function mayAnimate(): boolean {
  return (
    typeof document !== 'undefined' &&
    'startViewTransition' in document &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Thrown by a screen's guard or loader: another address replaces it. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  readonly href: string

  constructor(href: string) {
    super(href)
    this.href = href
  }
}

/** The history of a page: the browser's, or one in memory where there is no browser. */
export interface PageHistory {
  read(): Entry
  push(href: string, step: string, secret?: string): void
  replace(href: string, step: string, secret?: string): void
  back(): void
  /** Calls `changed` when Back, Forward or the like changed the entry. */
  listen(changed: () => void): void
  /** Scrolls to where the entry was left; a new one to its top. */
  scroll(): void
}
