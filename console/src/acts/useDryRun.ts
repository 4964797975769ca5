import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isRefusal, order } from '../api/session.ts'
import { rowOf } from '../api/actWords.ts'

/** Says what a complete order would do, or why it would be refused; null before it is known. */
export function useDryRun(name: string, given: Readonly<Record<string, unknown>>) {
  const [settled, setSettled] = useState(() => JSON.stringify(given))
  const text = JSON.stringify(given)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 500)
    return () => clearTimeout(timer)
  }, [text])
  const isComplete = rowOf(name)?.order.safeParse(JSON.parse(settled)).success === true
  const { data } = useQuery({
    queryKey: ['dry run', name, settled],
    enabled: isComplete && settled === text,
    gcTime: 0,
    queryFn: async () => {
      try {
        const envelope = { order: JSON.parse(settled) as Readonly<Record<string, unknown>> }
        const { message } = await order(name, { ...envelope, dryRun: true })
        return { isRefused: false, message }
      } catch (error) {
        if (isRefusal(error, 'REFUSED')) return { isRefused: true, message: error.message }
        // It is said when the act is ordered.
        return null
      }
    },
  })
  return settled === text ? (data ?? null) : null
}
