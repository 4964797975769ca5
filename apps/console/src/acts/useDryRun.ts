import { useSettled } from '@gatehouse/ui/useSettled'
import { useQuery } from '@tanstack/react-query'
import { RefusalError } from '../api/call.ts'
import { order } from '../api/session.ts'
import { rowOf } from '../api/actWords.ts'

const saidElsewhere = new Set(['NO_DRY_RUN', 'INVALID_ORDER', 'OFFLINE', 'NO_ANSWER', 'TOO_MANY'])

/** Says what a complete order would do, or why it would be refused; null before it is known. */
export function useDryRun(name: string, given: Readonly<Record<string, unknown>>) {
  const text = JSON.stringify(given)
  const [settled] = useSettled(text, 500)
  const row = rowOf(name)
  // An act without a reason is carried out as soon as it is tried.
  const isTried = row?.isTried === true && row.needsReason
  const isComplete = isTried && row.staffOrder.safeParse(JSON.parse(settled)).success
  const { data } = useQuery({
    queryKey: ['dry run', name, settled],
    enabled: isComplete && settled === text,
    gcTime: 0,
    queryFn: async () => {
      try {
        const envelope = { order: JSON.parse(settled) as Readonly<Record<string, unknown>> }
        const { message } = await order(name, { ...envelope, dryRun: true })
        // A trial without a sentence would say nothing of worth.
        return message === '' ? null : { isRefused: false, message }
      } catch (error) {
        // The form says what is missing; other acts cannot be tried.
        const isSaid = error instanceof RefusalError && !saidElsewhere.has(error.code)
        return isSaid ? { isRefused: true, message: error.message } : null
      }
    },
  })
  return settled === text ? (data ?? null) : null
}
