import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { order } from '../api/session.ts'
import { useLook } from '../api/useLook.ts'
import type { Overlay, Shown } from './studio.ts'

export interface Draft {
  readonly draft: number
  readonly revision: number
  readonly changedBy: string
  readonly changedAt: string
  readonly stagedOn: string | null
}

interface Saved {
  readonly draft: number
  readonly revision: number
  readonly problems: readonly string[]
}

/** The draft of a deployment that a person works at; it begins with what is served. */
export function useStudio(deployment: string, shown: Shown, known: (Draft & WithOverlay) | null) {
  const queries = useQueryClient()
  const start = JSON.parse(known?.overlay ?? shown.overlay) as Overlay
  const [overlay, setOverlay] = useState(start)
  const [saved, setSaved] = useState({
    draft: known?.draft,
    revision: known?.revision,
    text: JSON.stringify(start),
  })
  const [problems, setProblems] = useState<readonly string[]>([])
  const [refusal, setRefusal] = useState<unknown>(null)
  const isChanged = JSON.stringify(overlay) !== saved.text
  useEffect(() => {
    if (!isChanged) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isChanged])

  /** Saves the draft, and answers its number; null where it was refused. */
  async function save(): Promise<number | null> {
    if (!isChanged && saved.draft !== undefined) return saved.draft
    const changes = JSON.stringify(overlay)
    const { draft, revision } = saved
    const of = draft === undefined ? {} : { draft, revision }
    try {
      const key = crypto.randomUUID()
      const answer = await order('drafts save', { order: { deployment, changes, ...of } }, key)
      const done = answer.data as Saved
      setSaved({ draft: done.draft, revision: done.revision, text: changes })
      setProblems(done.problems)
      setRefusal(null)
      void queries.invalidateQueries()
      return done.draft
    } catch (error) {
      setRefusal(error)
      return null
    }
  }

  return { overlay, change: setOverlay, save, isChanged, problems, refusal, saved }
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
