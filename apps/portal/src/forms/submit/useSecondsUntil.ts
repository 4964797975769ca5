import { useEffect, useState } from 'react'

/** The whole seconds until a time of the wall clock, in milliseconds; 0 from then on. */
export function useSecondsUntil(until: number): number {
  const [{ now, of }, look] = useState(() => lookFor(until))
  // Another time is counted from now, not from the last look at the one before.
  if (of !== until) look(() => lookFor(until))
  const isOver = now >= until
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => look(lookFor(until)), 1000)
    return () => clearInterval(timer)
  }, [isOver, until])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

const lookFor = (until: number) => ({ now: Date.now(), of: until })
