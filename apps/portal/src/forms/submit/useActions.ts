import { useEffect, useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { isOverloaded } from '../../session/createApi.ts'
import type { ActionError } from '../../ui/feedback/ActionErrors.tsx'
import { offerHoldEnd } from './OfferedHelp.tsx'
import { offerSupportCode } from './OfferedSupportCode.tsx'
import { sentencesOf, useRefusal } from './useRefusal.ts'

/** Work of a place. Its signal is aborted once the part of the page that began it is gone. */
type Work = (signal: AbortSignal) => Promise<void>

interface Actions<Place> {
  /** True while work of a place is under way, or waits for its turn. */
  isBusy(place: Place): boolean
  /** The errors of a place's last work; none once the work is repeated. */
  errorsOf(place: Place): readonly ActionError[]
  /** Begins the work of a place; answers false and does nothing while the place is busy. */
  act(place: Place, work: Work): boolean
  /** Like `act`, but a busy place does this work after its present one. Only the newest waits. */
  queue(place: Place, work: Work): void
}

/** Does work again that a busy server has put off. A form does so itself, says it, and waits longer. */
async function doPatiently(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isOverloaded(error)) throw error
    const { retryForAWhile } = await import('./retryWhileOverloaded.ts')
    await retryForAWhile(error, work)
  }
}

/**
 * For buttons, switches and forms: the busy places, and their refusals. One work is
 * done after the other, in the order of the presses and on any screen. A refusal is kept for its
 * place, any other failure goes to an error page. What was said before an act is over with it.
 */
export function useActions<Place>(): Actions<Place> {
  const { fail, notifications } = usePortal()
  const refusalOf = useRefusal()
  // The first is under way.
  const jobs = useRef<readonly (readonly [Place, Work])[]>([])
  const [busy, setBusy] = useState<readonly Place[]>([])
  const [errors, setErrors] = useState<ReadonlyMap<Place, readonly ActionError[]>>(new Map())
  const unmounted = useRef(new AbortController())

  useEffect(() => {
    const present = (unmounted.current = new AbortController())
    return () => present.abort()
  }, [])

  function write(next: typeof jobs.current) {
    jobs.current = next
    setBusy(next.map(([place]) => place))
  }

  function show(place: Place, found: readonly ActionError[]) {
    setErrors((all) => new Map(all).set(place, found))
  }

  async function runAll() {
    for (let [job] = jobs.current; job !== undefined; [job] = jobs.current) {
      const [place, work] = job
      const said = notifications.read()
      try {
        await doPatiently(() => work(unmounted.current.signal))
      } catch (error) {
        const refusal = await refusalOf(error)
        if (refusal === null) fail(error)
        else {
          const { items, retryAfter, note } = refusal
          const help = [offerHoldEnd(items, retryAfter), offerSupportCode(note)]
          show(place, [...sentencesOf(refusal), ...help])
        }
      }
      if (said !== null && notifications.read() === said) notifications.write(null)
      write(jobs.current.slice(1))
    }
  }

  function queue(place: Place, work: Work) {
    show(place, [])
    const before = jobs.current
    write([...before.filter(([other], at) => at === 0 || other !== place), [place, work]])
    if (before.length === 0) void runAll()
  }

  return {
    isBusy: (place) => busy.includes(place),
    errorsOf: (place) => errors.get(place) ?? [],
    act(place, work) {
      const isBusy = jobs.current.some(([other]) => other === place)
      if (!isBusy) queue(place, work)
      return !isBusy
    },
    queue,
  }
}
