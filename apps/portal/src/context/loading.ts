import type { CanonicalName } from '@gatehouse/contract/entities'
import { useSyncExternalStore } from 'react'
import { createMemoryStore } from '../storage/memoryStore.ts'

/**
 * The flags of the specification's client state: the return from an identity provider, and the linking
 * and the refreshing of each provider's account. The general flag is the one of each form.
 */
export type LoadingFlag =
  | 'linking-callback'
  | `linking-${CanonicalName}`
  | `refreshing-${CanonicalName}`

/**
 * The work that is under way, begun on any screen: a flag closes the controls that would begin it
 * again.
 */
export interface Loading {
  read(): ReadonlySet<LoadingFlag>
  subscribe(listener: () => void): () => void
  /** Sets flags until some work has ended, well or badly; answers what the work answers. */
  during<T>(flags: readonly LoadingFlag[], work: () => Promise<T>): Promise<T>
}

/** The work of this page. */
export const loading = createLoading()

export function createLoading(): Loading {
  const store = createMemoryStore<ReadonlySet<LoadingFlag>>(new Set())
  // Two works may set one flag: it ends with the last of them.
  let current: readonly LoadingFlag[] = []

  function write(next: readonly LoadingFlag[]) {
    current = next
    store.write(new Set(next))
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    async during(flags, work) {
      write([...current, ...flags])
      try {
        return await work()
      } finally {
        const left = [...current]
        for (const flag of flags) left.splice(left.indexOf(flag), 1)
        write(left)
      }
    },
  }
}

/** Says whether any of some flags is set. */
export function useLoading(...flags: readonly LoadingFlag[]): boolean {
  const current = useSyncExternalStore(loading.subscribe, loading.read, loading.read)
  return flags.some((flag) => current.has(flag))
}
