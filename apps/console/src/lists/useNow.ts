import { useSyncExternalStore } from 'react'

/** Milliseconds between two looks at the clock. */
const pause = 10_000

const listeners = new Set<() => void>()
let now = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The present moment, for everything on the page that says how long ago something was. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, pause)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function read(): number {
  // Nothing is ticking yet: what is shown first is of its own moment, and one drawing has one.
  if (timer === undefined && Math.abs(Date.now() - now) > 1000) now = Date.now()
  return now
}
