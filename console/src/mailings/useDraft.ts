import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { order } from '../api/session.ts'
import type { WholeMailing, Words } from './mailing.ts'

interface Saved {
  readonly mailing: number
  readonly revision: number
}

/** The words of a mailing that a person writes, and their last saved revision. */
export function useDraft(deployment: string, known: WholeMailing | null, firstList: number) {
  const queries = useQueryClient()
  const start: Words = known ?? { list: firstList, subject: '', text: '' }
  const { list, subject, text } = start
  const [words, setWords] = useState<Words>({ list, subject, text })
  const [saved, setSaved] = useState({
    mailing: known?.mailing,
    revision: known?.revision,
    words: JSON.stringify(words),
  })
  const [refusal, setRefusal] = useState<unknown>(null)
  const isChanged = JSON.stringify(words) !== saved.words
  useEffect(() => {
    if (!isChanged) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isChanged])

  /** Saves the words where they differ; null where that was refused. */
  async function save(): Promise<Saved | null> {
    const { mailing, revision } = saved
    if (!isChanged && mailing !== undefined && revision !== undefined) return { mailing, revision }
    const of = mailing === undefined ? {} : { mailing, revision }
    try {
      const given = { order: { deployment, ...words, ...of } }
      const { data } = await order('mailings save', given, crypto.randomUUID())
      const done = data as Saved
      setSaved({ ...done, words: JSON.stringify(words) })
      setRefusal(null)
      void queries.invalidateQueries()
      return done
    } catch (error) {
      setRefusal(error)
      return null
    }
  }

  /** Sends the saved words to the person. Returns the sentence about it. */
  async function test(mailing: number): Promise<string | null> {
    try {
      const given = { order: { deployment, mailing } }
      const { message } = await order('mailings test', given, crypto.randomUUID())
      setRefusal(null)
      return message
    } catch (error) {
      setRefusal(error)
      return null
    }
  }

  return { words, change: setWords, save, test, isChanged, refusal, mailing: saved.mailing }
}
