import type { PageHistory } from './createRouter.ts'
import { type Entry, readEntry } from './readEntry.ts'

/** A history without a browser, which begins at an address. */
export function createMemoryHistory(address: string): PageHistory {
  let entries: readonly Entry[] = [readEntry(address, { index: 0, step: '' })]
  let index = 0
  let changed: (() => void) | null = null

  function read(): Entry {
    const entry = entries[index]
    if (entry === undefined) throw new Error('A history has an entry at any time.')
    return entry
  }

  return {
    read,
    push(href, step, secret = '') {
      index += 1
      entries = [...entries.slice(0, index), readEntry(href, { index, step, secret })]
    },
    replace(href, step, secret = '') {
      entries = entries.with(index, readEntry(href, { index, step, secret }))
    },
    back() {
      index = Math.max(0, index - 1)
      changed?.()
    },
    listen(listener) {
      changed = listener
    },
    scroll: () => undefined,
  }
}
