import { useEffect, useState } from 'react'

/** The whole seconds until a time of the wall clock, in milliseconds; 0 from then on. */
export function useSecondsUntil(until: number): number {
  const [{ now, of }, look] = useState(() => ({ now: Date.now(), of: until }))
  // Another time is counted from now, not from the last look at the one before.
  if (of !== until) look({ now: Date.now(), of: until })
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => look({ now: Date.now(), of: until }), 1000)
    return () => clearInterval(timer)
  }, [isOver, until])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
