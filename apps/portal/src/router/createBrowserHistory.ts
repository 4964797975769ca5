import type { PageHistory } from './createRouter.ts'
import { type Kept, readEntry } from './readEntry.ts'

interface State extends Kept {
  /** How far down the page was scrolled, in pixels. */
  readonly top: number
}

/** The state of this entry; an address that was typed has none. */
function state(): State {
  return { index: 0, step: '', secret: '', top: 0, ...(history.state as Partial<State> | null) }
}

/** Milliseconds without scrolling until it is noted: browsers allow three notes a second. */
const rest = 400

/**
 * The browser's own history, until `stopped`. Scrolling is ours: the browser would scroll before the
 * screen is there.
 */
export function createBrowserHistory(stopped: AbortSignal): PageHistory {
  const listen = (event: string, act: () => void) =>
    addEventListener(event, act, { signal: stopped })
  let resting: ReturnType<typeof setTimeout> | undefined
  // The browser breaks off the calls of a page that is left: their failure changes no address any more.
  let isLeft = false
  // The entry that the page came with, at its first visit: its reader has scrolled it where it stands.
  let isFirst = history.state === null

  function noteScroll() {
    clearTimeout(resting)
    if (state().top !== scrollY) history.replaceState({ ...state(), top: scrollY }, '')
  }

  history.scrollRestoration = 'manual'
  listen('scroll', () => {
    clearTimeout(resting)
    resting = setTimeout(noteScroll, rest)
  })
  listen('pagehide', () => {
    noteScroll()
    isLeft = true
  })
  listen('pageshow', () => {
    isLeft = false
  })
  stopped.addEventListener('abort', () => {
    clearTimeout(resting)
    isLeft = true
  })

  return {
    read: () => readEntry(location.href, state()),
    push(href, step, secret = '') {
      if (isLeft) return
      isFirst = false
      noteScroll()
      const next: State = { index: state().index + 1, step, secret, top: 0 }
      history.pushState(next, '', href)
    },
    replace(href, step, secret = '') {
      if (isLeft) return
      isFirst = false
      clearTimeout(resting)
      const next: State = { index: state().index, step, secret, top: 0 }
      history.replaceState(next, '', href)
    },
    back: () => history.back(),
    listen(changed) {
      listen('popstate', () => {
        // The noted position belongs to the entry that is left.
        clearTimeout(resting)
        isFirst = false
        changed()
      })
    },
    scroll() {
      if (!isFirst) scrollTo({ top: state().top, behavior: 'instant' })
    },
  }
}
