import { useEffect, useEffectEvent, useState } from 'react'
import { usePortal } from './portal.ts'

/**
 * What a screen asks for when it is shown: null until it has come, and a setter for what the player
 * changes in it. A failure goes to the central handler, unless the screen is gone by then.
 */
export function useLoaded<T>(load: () => Promise<T>): [T | null, (next: T) => void] {
  const { fail } = usePortal()
  const [loaded, setLoaded] = useState<T | null>(null)
  const begin = useEffectEvent(load)
  useEffect(() => {
    let isGone = false
    begin()
      .then((answer) => (isGone ? undefined : setLoaded(() => answer)))
      .catch((error: unknown) => (isGone ? undefined : fail(error)))
    return () => {
      isGone = true
    }
  }, [fail])
  return [loaded, setLoaded]
}
