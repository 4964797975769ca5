import { Trans, useLingui } from '@lingui/react/macro'
import type { FormItem } from './FormError.ts'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { usePath } from '../../router/router.ts'
import type { FieldError } from './mapFieldErrors.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

const tooFast = 'too-fast'

/**
 * The time before which only a bot sends a form. The specification refuses a press that comes sooner;
 * elsewhere it is kept, and the form is sent when the time has come.
 */
export function useMinimumTime() {
  const { rules, page } = usePortal()
  const isFirstScreen = usePath() === page.loadedPath
  const { t } = useLingui()
  // A prerendered form can be filled in before the portal comes, and only as the first screen of its page.
  const [shownAt] = useState(() => (isFirstScreen && globalThis.earlyInput?.shownAt) || Date.now())
  const [isWaiting, setWaiting] = useState(false)
  const opensAt = shownAt + rules.minimumSecondsOnForm * 1000
  const words = () => t`Sorry, you are too fast for us! Please retry in a few seconds.`
  const isRefused = (pressedAt: number) => pressedAt < opensAt && !rules.goesBeyondSpecification
  return {
    /** The error of a press that comes too soon, by the wall clock in milliseconds; none later. */
    errorsAt: (pressedAt: number): readonly FormItem[] =>
      isRefused(pressedAt) ? [{ Property: '', ErrorMessage: tooFast, words }] : [],
    /** Shows that error with the seconds that are left; null for any other error. */
    show: ({ code }: FieldError) =>
      code === tooFast ? <TooFast words={words()} opensAt={opensAt} /> : null,
    /** Keeps a press that comes too soon until its time; answers whether it had to wait. */
    async wait() {
      const left = opensAt - Date.now()
      if (left <= 0 || !rules.goesBeyondSpecification) return false
      setWaiting(true)
      await new Promise((resolve) => setTimeout(resolve, left))
      setWaiting(false)
      return true
    },
    // Says why a press is kept, below the button. The form itself announces that it takes its time.
    word: isWaiting && (
      <p aria-hidden="true">
        <Trans>We check that you are no robot. One moment, please.</Trans>
      </p>
    ),
  }
}

interface Props {
  readonly words: string
  readonly opensAt: number
}

function TooFast({ words, opensAt }: Props) {
  const seconds = useSecondsUntil(opensAt)
  return (
    <>
      {words}{' '}
      {/* A timer is not read out at every second, although the sentence around it is an alert. */}
      <span role="timer" aria-live="off">
        {seconds > 0 ? <Trans>{seconds} s to go.</Trans> : <Trans>You can send it now.</Trans>}
      </span>
    </>
  )
}
