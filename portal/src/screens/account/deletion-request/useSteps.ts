import type { Rules } from '@gatehouse/contract/environments'
import { paths } from '@gatehouse/contract/paths'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

export type Step = Rules['deletionStartsAt']

const all: readonly Step[] = ['password', 'reason', 'confirmation']

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which step of the deletion request an entry of the browser's history shows. */
    readonly deletionStep?: Step
  }
}

/**
 * The steps of a deployment, each an entry of the browser's history: Back goes one step back. An
 * entry whose step was not reached on this page, after a reload, shows the first one.
 */
export function useSteps(start: Step) {
  const navigate = useNavigate()
  const asked = useLocation({ select: ({ state }) => state.deletionStep })
  const [reached, reach] = useState<Step>(start)
  const steps = all.slice(all.indexOf(start))
  const isReached = asked !== undefined && steps.indexOf(asked) <= steps.indexOf(reached)
  const step = isReached && steps.includes(asked) ? asked : start

  function show(deletionStep: Step, replace: boolean) {
    void navigate({ to: paths.deletionRequest, state: { deletionStep }, replace })
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
