import { useEffect, useRef } from 'react'

/**
 * Runs `act` once for each value of `cause`. Screens that act on load need it: development mode runs
 * effects twice, and a link from a mail works once.
 */
export function useActOnce(cause: string, act: () => void): void {
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (done.current === cause) return
    done.current = cause
    act()
  })
}
