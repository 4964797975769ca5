import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RefusalError } from '../api/call.ts'
import { order } from '../api/session.ts'
import { rowOf } from '../api/actWords.ts'

/** They say nothing about the order, or its form says it. */
const silent = new Set(['INVALID_ORDER', 'OFFLINE', 'TOO_MANY', 'UNAVAILABLE'])

/** Says what a complete order would do, or why it would be refused; null before it is known. */
export function useDryRun(name: string, given: Readonly<Record<string, unknown>>) {
  const [settled, setSettled] = useState(() => JSON.stringify(given))
  const text = JSON.stringify(given)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 500)
    return () => clearTimeout(timer)
  }, [text])
  const row = rowOf(name)
  // One without a reason changes nothing: it is tried by being ordered.
  const isComplete = row?.needsReason === true && row.order.safeParse(JSON.parse(settled)).success
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
        const isSaid = error instanceof RefusalError && !silent.has(error.code)
        if (isSaid) return { isRefused: true, message: error.message }
        // It is said when the act is ordered.
        return null
      }
    },
  })
  return settled === text ? (data ?? null) : null
}
