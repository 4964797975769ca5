import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
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

/** Milliseconds before its end in which a ticket of previews is changed for another one. */
const changingTime = 5 * 60_000

/** Milliseconds until a ticket is changed. A timer that waits for weeks ends at once. */
function changedIn(expiresAt: string): number {
  const left = Date.parse(expiresAt) - Date.now() - changingTime
  return Math.min(Math.max(left, 10_000), 3_600_000)
}

/** Where pictures of a deployment are asked for. */
export function usePreviews(deployment: string) {
  return useLook(
    'drafts preview',
    { deployment },
    {
      // With another ticket all pictures begin again.
      isFixed: true,
      every: (last) => last !== undefined && changedIn(last.expiresAt),
    },
  )
}
