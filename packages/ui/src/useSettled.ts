import { useEffect, useState } from 'react'

/** A value as it was when nothing had changed for so many milliseconds, and the way to bring it up to date at once. */
export function useSettled<T>(value: T, delay: number): readonly [T, catchUp: () => void] {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return [settled, () => setSettled(value)]
}
