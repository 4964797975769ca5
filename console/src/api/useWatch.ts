import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callAct } from './call.ts'

/** Milliseconds between two looks. */
const pause = 2000

/**
 * Looks again and again at what `useLook` has shown, while the page is in sight. It is no doing of the
 * person: a log-in ends by it as if nothing were asked.
 */
export function useWatch(
  name: string,
  given: Readonly<Record<string, unknown>>,
  isOn: boolean,
): void {
  const queries = useQueryClient()
  const asked = JSON.stringify(given)
  useEffect(() => {
    if (!isOn) return undefined
    const order = JSON.parse(asked) as Readonly<Record<string, unknown>>
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      const answer = await callAct(name, { order }, { isWatching: true }).catch(() => null)
      if (answer !== null) queries.setQueryData([name, order], answer.data)
    }
    const timer = setInterval(() => void look(), pause)
    return () => clearInterval(timer)
  }, [queries, name, asked, isOn])
}
