import { useSyncExternalStore } from 'react'

/** A value outside React, with what it shows inside. */
export interface Store<T> {
  readonly read: () => T
  readonly write: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read)
}
