import { useRef } from 'react'
import type { Answer, Envelope } from '../api/call.ts'
import { order } from '../api/session.ts'

/**
 * Orders acts, each with a key. Until an order is carried out it keeps its key: sent again, it is one
 * order. Another one has another key.
 */
export function useKeyedOrder() {
  const last = useRef<{ readonly text: string; readonly key: string } | null>(null)
  return async (name: string, envelope: Envelope): Promise<Answer> => {
    const text = JSON.stringify([name, envelope])
    const { key } = last.current?.text === text ? last.current : { key: crypto.randomUUID() }
    last.current = { text, key }
    const answer = await order(name, envelope, key)
    if (last.current.key === key) last.current = null
    return answer
  }
}
