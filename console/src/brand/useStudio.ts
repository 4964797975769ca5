import { useEffect } from 'react'
import { useDraft } from '../acts/useDraft.ts'
import { useLook } from '../api/useLook.ts'
import type { Overlay, Shown } from './studio.ts'

export interface Draft {
  readonly draft: number
  readonly revision: number
  readonly changedBy: string
  readonly changedAt: string
  readonly stagedOn: string | null
}

/** The draft of a deployment that a person works at; it begins with what is served. */
export function useStudio(deployment: string, shown: Shown, known: (Draft & WithOverlay) | null) {
  return useDraft<Overlay>({
    deployment,
    act: 'drafts save',
    field: 'draft',
    start: JSON.parse(known?.overlay ?? shown.overlay) as Overlay,
    known: known && { id: known.draft, revision: known.revision },
    orderOf: (overlay) => ({ changes: JSON.stringify(overlay) }),
  })
}

export interface WithOverlay {
  readonly overlay: string
}

/** Minutes for which a ticket of previews is used: the server's are good for half an hour. */
const ticketTime = 25 * 60_000

/** Where pictures of a deployment are asked for; undefined until it is known. */
export function usePreviewAddress(deployment: string): string | undefined {
  const look = useLook<{ readonly address: string }>('drafts preview', { deployment })
  const { refetch } = look
  useEffect(() => {
    const timer = setInterval(() => void refetch(), ticketTime)
    return () => clearInterval(timer)
  }, [refetch])
  return look.data?.address
}
