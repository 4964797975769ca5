export interface MemoryStore<State> {
  read(): State
  subscribe(listener: () => void): () => void
  write(next: State): void
}

/** A state of this page alone; its listeners hear of every new one. */
export function createMemoryStore<State>(initial: State): MemoryStore<State> {
  const listeners = new Set<() => void>()
  let state = initial
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    write(next) {
      state = next
      for (const listener of listeners) listener()
    },
  }
}
