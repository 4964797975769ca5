import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Answer, type Envelope, RefusalError } from '../api/call.ts'
import { isRefusal } from '../api/session.ts'
import { hearTabs } from '../api/tabs.ts'
import { keepReason } from './reasons.ts'
import { useIsShown } from './useIsShown.ts'
import { useKeyedOrder } from './useKeyedOrder.ts'

/** Where an order is between its form and its end. */
export type Stage =
  | { readonly is: 'asked'; readonly refusal: RefusalError | null }
  | { readonly is: 'sent' }
  /** The person proves at the identity provider who they are, in another window. */
  | { readonly is: 'proof' }
  | { readonly is: 'done'; readonly answer: Answer }

export const proofWindow = 'gatehouse-proof'

/** Sends an order, and sends it again once the person has proven who they are. */
export function useOrdering(name: string, onDone: (answer: Answer) => void) {
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ is: 'asked', refusal: null })
  const order = useKeyedOrder()
  const isShown = useIsShown()
  const sent = useRef<Envelope | null>(null)

  async function send(envelope: Envelope) {
    sent.current = envelope
    setStage({ is: 'sent' })
    try {
      const answer = await order(name, envelope)
      if (envelope.why !== undefined) keepReason(envelope.why.trim())
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dry run' })
      setStage({ is: 'done', answer })
      onDone(answer)
    } catch (error) {
      if (isRefusal(error, 'PROOF_REQUIRED')) {
        // Nobody waits for it any more.
        if (!isShown()) return
        setStage({ is: 'proof' })
        window.open('/step-up', proofWindow)
        return
      }
      if (!(error instanceof RefusalError)) throw error
      setStage({ is: 'asked', refusal: error })
    }
  }

  const goOn = useEffectEvent(() => sent.current && send(sent.current))
  const isProving = stage.is === 'proof'
  useEffect(() => {
    if (!isProving) return undefined
    return hearTabs((message) => {
      if (message === 'proven') void goOn()
    })
  }, [isProving])

  return { stage, send, back: () => setStage({ is: 'asked', refusal: null }) }
}
