import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { useEffect } from 'react'
import { useDraft } from '../acts/useDraft.ts'
import { useLook } from '../api/useLook.ts'
import type { Overlay, Shown } from './studio.ts'

export type Draft = AnswerOf<'drafts list'>[number]
export type DraftInFull = AnswerOf<'drafts show'>

/** The draft of a deployment that a person works at; it begins with what is served. */
export function useStudio(deployment: string, shown: Shown, known: DraftInFull | null) {
  return useDraft<Overlay>({
    deployment,
    act: 'drafts save',
    field: 'draft',
    start: JSON.parse(known?.overlay ?? shown.overlay) as Overlay,
    known: known && { id: known.draft, revision: known.revision },
    orderOf: (overlay) => ({ changes: JSON.stringify(overlay) }),
  })
}

/** Minutes for which a ticket of previews is used: the server's are good for half an hour. */
const ticketTime = 25 * 60_000

/** Where pictures of a deployment are asked for; undefined until it is known. */
export function usePreviewAddress(deployment: string): string | undefined {
  const look = useLook('drafts preview', { deployment })
  const { refetch } = look
  useEffect(() => {
    const timer = setInterval(() => void refetch(), ticketTime)
    return () => clearInterval(timer)
  }, [refetch])
  return look.data?.address
}
