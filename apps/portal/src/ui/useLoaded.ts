import { CallError } from '@gatehouse/client/client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isRefusedWith } from './isRefusedWith.ts'

/** A part of the page that is loaded when it is shown. */
export interface Loadable<T> {
  /** Null until it has come. */
  readonly value: T | null
  readonly hasFailed: boolean
  /** The server does not offer it or does not know it, as another server may: the page is without the part. */
  readonly isAbsent: boolean
  /** Begins again after a failure. */
  retry(): void
  change(next: (before: T) => T): void
  /** Loads it again behind what is shown; throws what the call throws. */
  reload(): Promise<void>
}

interface Failure {
  readonly error: unknown
}

/** True for the answers of a server that has no such call, or does not offer it here. */
export function isLack(error: unknown): boolean {
  const isUnknown = error instanceof CallError && error.status === 404
  return isUnknown || isRefusedWith(error, 'ERROR_NOT_ALLOWED')
}

/**
 * Loads a part of the page. A failure is the part's own, and goes to `onFailure` too, unless the part has
 * left the page by then.
 */
export function useLoaded<T extends object>(
  load: () => Promise<T>,
  onFailure?: (error: unknown) => void,
): Loadable<T> {
  const [value, setValue] = useState<T | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const reads = useRef({ asked: 0, shown: 0 })
  const begin = useEffectEvent(read)
  const fail = useEffectEvent(failed)
  useEffect(() => {
    let isGone = false
    begin().catch((error: unknown) => (isGone ? undefined : fail(error)))
    return () => {
      isGone = true
    }
  }, [])

  /** Shows what comes, unless something that was asked for later is shown already. */
  async function read() {
    const own = (reads.current.asked += 1)
    const answer = await load()
    if (own < reads.current.shown) return
    reads.current.shown = own
    setValue(answer)
  }

  function failed(error: unknown) {
    setFailure({ error })
    onFailure?.(error)
  }

  return {
    value,
    hasFailed: failure !== null,
    isAbsent: isLack(failure?.error),
    retry() {
      setFailure(null)
      void read().catch(failed)
    },
    change: (next) => setValue((before) => before && next(before)),
    reload: read,
  }
}
