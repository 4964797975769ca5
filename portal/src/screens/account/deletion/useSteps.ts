import type { Rules } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePortal } from '../../../context/portal.ts'
import { useStep } from '../../../router/router.ts'

export type Step = Rules['deletionStartsAt']

const all: readonly Step[] = ['password', 'reason', 'confirmation']

/**
 * The steps of a deployment, each an entry of the browser's history: Back goes one step back. An
 * entry whose step was not reached on this page, after a reload, shows the first one.
 */
export function useSteps(start: Step) {
  const { go } = usePortal()
  const kept = useStep()
  const [reached, reach] = useState<Step>(start)
  const steps = all.slice(all.indexOf(start))
  const asked = steps.find((step) => step === kept) ?? start
  const step = steps.indexOf(asked) <= steps.indexOf(reached) ? asked : start

  function show(step: Step, replace: boolean) {
    go(paths.deletionRequest, { step, replace })
  }
  return {
    step,
    /** 1 for the first. */
    position: steps.indexOf(step) + 1,
    count: steps.length,
    advance(to: Step) {
      reach(to)
      show(to, false)
    },
    startOver() {
      reach(start)
      show(start, true)
    },
  }
}
