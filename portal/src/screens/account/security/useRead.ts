import { useEffect, useEffectEvent, useState } from 'react'

/** A part of the screen that is read when it is shown. */
export interface Read<T> {
  /** Null until it has come. */
  readonly value: T | null
  readonly hasFailed: boolean
  /** Begins again after a failure. */
  retry(): void
  change(next: (before: T) => T): void
  /** Reads it again behind what is shown; throws what the call throws. */
  reload(): Promise<void>
}

/** Reads a part of the screen. A failure is the part's own: the others go on. */
export function useRead<T extends object>(load: () => Promise<T>): Read<T> {
  const [value, setValue] = useState<T | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const begin = useEffectEvent(load)
  useEffect(() => {
    let isGone = false
    begin()
      .then((answer) => (isGone ? undefined : setValue(answer)))
      .catch(() => (isGone ? undefined : setFailed(true)))
    return () => {
      isGone = true
    }
  }, [])
  return {
    value,
    hasFailed,
    retry() {
      setFailed(false)
      void load()
        .then(setValue)
        .catch(() => setFailed(true))
    },
    change: (next) => setValue((before) => before && next(before)),
    reload: async () => setValue(await load()),
  }
}
