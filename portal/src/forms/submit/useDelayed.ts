import { inputDelay } from '@gatehouse/contract/limits'
import { useEffect, useState } from 'react'

/** The value as it was when nothing had changed for so many milliseconds, 200 of them by default. */
export function useDelayed<T>(value: T, delay = inputDelay): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return delayed
}
