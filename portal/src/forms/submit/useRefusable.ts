import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { isNetworkError } from '../../session/isNetworkError.ts'
import { refusedItems } from './FormError.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'

interface Job<Place> {
  readonly place: Place
  readonly work: () => Promise<void>
}

interface Refused<Place> {
  readonly place: Place
  readonly words: readonly string[]
}

interface Refusable<Place> {
  /** Whether work of a place is under way, or waits for its turn. */
  isBusy(place: Place): boolean
  /** What was refused last at a place; nothing once it is at work again. */
  wordsAt(place: Place): readonly string[]
  /**
   * Does one thing after the other, in the order of the presses and whatever screen is shown
   * meanwhile. Of one place only the newest work waits. A refusal is kept for its place, any other
   * failure goes to a page.
   */
  act(place: Place, work: () => Promise<void>): void
}

/** For lists whose entries have a button each: which ones are at work, and which were refused. */
export function useRefusable<Place>(): Refusable<Place> {
  const { fail } = usePortal()
  const { t } = useLingui()
  // The first is under way.
  const jobs = useRef<readonly Job<Place>[]>([])
  const [busy, setBusy] = useState<readonly Place[]>([])
  const [refused, setRefused] = useState<readonly Refused<Place>[]>([])

  function queue(next: readonly Job<Place>[]) {
    jobs.current = next
    setBusy(next.map(({ place }) => place))
  }

  function forget(place: Place) {
    setRefused((all) => all.filter((one) => one.place !== place))
  }

  async function run({ place, work }: Job<Place>) {
    try {
      await work()
    } catch (error) {
      const words = await wordsOf(error)
      if (words === null) fail(error)
      else setRefused((all) => [...all.filter((one) => one.place !== place), { place, words }])
    }
  }

  /** What is said beside the button; null for a failure that is not said there. */
  async function wordsOf(error: unknown): Promise<readonly string[] | null> {
    if (isNetworkError(error) && !navigator.onLine) return [t`You seem to be offline.`]
    const items = refusedItems(error)
    if (items === null) return null
    const wordsFor = await wordsOfErrors(t`Something went wrong. Please try again.`)
    return items.map(({ ErrorMessage }) => wordsFor(ErrorMessage))
  }

  async function runAll() {
    for (let [job] = jobs.current; job !== undefined; [job] = jobs.current) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await run(job)
      queue(jobs.current.slice(1))
    }
  }

  return {
    isBusy: (place) => busy.includes(place),
    wordsAt: (place) => refused.find((one) => one.place === place)?.words ?? nothing,
    act(place, work) {
      forget(place)
      const [underWay, ...waiting] = jobs.current
      const others = waiting.filter((job) => job.place !== place)
      queue([...(underWay === undefined ? [] : [underWay]), ...others, { place, work }])
      if (underWay === undefined) void runAll()
    },
  }
}

const nothing: readonly string[] = []
