import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { FormError } from './FormError.ts'

/**
 * Refuses a form that was sent sooner after it was shown than a person can fill it. Takes the moment
 * when its button was pressed, in milliseconds.
 */
export function useMinimumTime(): (pressedAt: number) => void {
  const { rules } = usePortal()
  const { t } = useLingui()
  const [shownAt] = useState(() => Date.now())
  return (pressedAt) => {
    if (pressedAt - shownAt >= rules.minimumSecondsOnForm * 1000) return
    const words = t`Sorry, you are too fast for us! Please retry in a few seconds.`
    throw new FormError({ Property: '', ErrorMessage: words })
  }
}
