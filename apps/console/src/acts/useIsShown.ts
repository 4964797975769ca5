import { useEffect, useRef } from 'react'

/** Says, at any later time, whether the part of the page that asks is still there. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
