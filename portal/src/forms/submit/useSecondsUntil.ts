import { useEffect, useState } from 'react'

/** The whole seconds until a time of the wall clock, in milliseconds; 0 from then on. */
export function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
