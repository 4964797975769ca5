import { inputDelay } from '@gatehouse/contract/browserLimits'
import { useEffect, useState } from 'react'

/** The value as it was when nothing had changed for so many milliseconds, 200 of them by default. */
export function useDelayed<T>(value: T, delay = inputDelay): T {
  return useSettled(value, delay)[0]
}

/** The delayed value, and the way to bring it up to date at once. */
export function useSettled<T>(value: T, delay = inputDelay): readonly [T, catchUp: () => void] {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return [settled, () => setSettled(value)]
}
