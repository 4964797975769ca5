import { useState } from 'react'
import type { ActionError } from '../../ui/feedback/ActionErrors.tsx'
import { useActions } from './useActions.ts'

interface Switches {
  /** The state that a switch is being turned to; null while it is at rest. */
  wishOf(id: number): boolean | null
  errorsOf(id: number): readonly ActionError[]
  /**
   * Turns a switch that is on or off now. Pressed again meanwhile, it is turned back afterwards.
   * Answers its new state.
   */
  turn(id: number, isOn: boolean, send: (isOn: boolean) => Promise<void>): boolean
}

/** For lists of switches: each changes only when its own call has succeeded. */
export function useSwitches(): Switches {
  const { isBusy, errorsOf, queue } = useActions<number>()
  const [wishes, setWishes] = useState<Readonly<Record<number, boolean>>>({})
  const wishOf = (id: number) => (isBusy(id) ? (wishes[id] ?? null) : null)
  return {
    wishOf,
    errorsOf,
    turn(id, isOn, send) {
      const wish = !(wishOf(id) ?? isOn)
      setWishes((all) => ({ ...all, [id]: wish }))
      queue(id, () => send(wish))
      return wish
    },
  }
}
