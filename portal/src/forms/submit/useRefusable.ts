import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { isNetworkError } from '../../session/isNetworkError.ts'
import { refusedItems } from './FormError.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'

interface Refused<Place> {
  readonly place: Place
  readonly words: readonly string[]
}

interface Refusable<Place> {
  /** Where work is under way; null while nothing is. */
  readonly busy: Place | null
  /** What was refused last, and where. */
  readonly refused: Refused<Place> | null
  /** Does one thing at a time. Its refusal is kept for its place, any other failure goes to a page. */
  act(place: Place, work: () => Promise<void>): void
}

/** For lists whose entries have a button each: which one is at work, and which one was refused. */
export function useRefusable<Place>(): Refusable<Place> {
  const { fail } = usePortal()
  const { t } = useLingui()
  const [busy, setBusy] = useState<Place | null>(null)
  const [refused, setRefused] = useState<Refused<Place> | null>(null)

  async function run(place: Place, work: () => Promise<void>) {
    setBusy(place)
    setRefused(null)
    try {
      await work()
    } catch (error) {
      const items = refusedItems(error)
      if (isNetworkError(error) && !navigator.onLine) {
        setRefused({ place, words: [t`You seem to be offline.`] })
      } else if (items === null) {
        fail(error)
      } else {
        const wordsFor = await wordsOfErrors(t`Something went wrong. Please try again.`)
        setRefused({ place, words: items.map(({ ErrorMessage }) => wordsFor(ErrorMessage)) })
      }
    }
    setBusy(null)
  }

  return {
    busy,
    refused,
    act(place, work) {
      if (busy === null) void run(place, work)
    },
  }
}
