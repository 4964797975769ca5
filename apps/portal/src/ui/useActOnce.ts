import { useEffect, useRef } from 'react'

/**
 * Runs `act` once for each value of `cause`. Screens that act on load need it: development mode runs
 * effects twice, and a link from a mail works once. It runs once a person has opened the page.
 */
export function useActOnce(cause: string, act: () => void): void {
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (done.current === cause) return
    done.current = cause
    // A browser may render the page of an address ahead, which nobody has opened yet.
    if (isRenderedAhead()) document.addEventListener('prerenderingchange', act, { once: true })
    else act()
  })
}

function isRenderedAhead(): boolean {
  return (document as { readonly prerendering?: boolean }).prerendering === true
}
