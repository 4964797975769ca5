import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What a part of the page asks for when it is shown: null until it has come, and a way to change what
 * has come. A failure goes to `fail`, unless the part has left the page by then.
 */
export function useLoaded<T extends object>(
  load: () => Promise<T>,
  fail: (error: unknown) => void,
): [T | null, (change: (before: T) => T) => void] {
  const [loaded, setLoaded] = useState<T | null>(null)
  const begin = useEffectEvent(load)
  const failed = useEffectEvent(fail)
  useEffect(() => {
    let isGone = false
    begin()
      .then((answer) => (isGone ? undefined : setLoaded(answer)))
      .catch((error: unknown) => (isGone ? undefined : failed(error)))
    return () => {
      isGone = true
    }
  }, [])
  return [loaded, (change) => setLoaded((before) => before && change(before))]
}
