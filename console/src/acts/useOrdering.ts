import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Answer, type Envelope, RefusalError } from '../api/call.ts'
import { isRefusal, order } from '../api/session.ts'
import { hearTabs } from '../api/tabs.ts'
import { keepReason } from './reasons.ts'

/** Where an order is between its form and its end. */
export type Stage =
  | { readonly is: 'asked'; readonly refusal: RefusalError | null }
  | { readonly is: 'sent' }
  /** The person proves at the identity provider who they are, in another window. */
  | { readonly is: 'proof' }
  | { readonly is: 'done'; readonly answer: Answer }

export const proofWindow = 'gatehouse-proof'

/** Sends an order. It is one order however often it is sent: all of them have its key. */
export function useOrdering(name: string, onDone: (answer: Answer) => void) {
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ is: 'asked', refusal: null })
  const sent = useRef<{ readonly envelope: Envelope; readonly key: string } | null>(null)

  function send(envelope: Envelope) {
    const text = JSON.stringify(envelope)
    const before = sent.current
    // Another order needs another key; the same one, sent again, keeps its own.
    const isSame = before !== null && JSON.stringify(before.envelope) === text
    sent.current = { envelope, key: isSame ? before.key : crypto.randomUUID() }
    return attempt()
  }

  async function attempt() {
    if (sent.current === null) return
    const { envelope, key } = sent.current
    setStage({ is: 'sent' })
    try {
      const answer = await order(name, envelope, key)
      if (envelope.why !== undefined) keepReason(envelope.why.trim())
      sent.current = null
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dry run' })
      setStage({ is: 'done', answer })
      onDone(answer)
    } catch (error) {
      if (isRefusal(error, 'PROOF_REQUIRED')) {
        setStage({ is: 'proof' })
        window.open('/step-up', proofWindow)
        return
      }
      if (!(error instanceof RefusalError)) throw error
      setStage({ is: 'asked', refusal: error })
    }
  }

  const goOn = useEffectEvent(attempt)
  const isProving = stage.is === 'proof'
  useEffect(() => {
    if (!isProving) return undefined
    return hearTabs((message) => {
      if (message === 'proven') void goOn()
    })
  }, [isProving])

  return { stage, send, back: () => setStage({ is: 'asked', refusal: null }) }
}
