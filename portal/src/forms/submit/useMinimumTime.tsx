import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorItem } from '@gatehouse/contract/errorItems'
import { type ReactNode, useState } from 'react'
import { useSettings } from '../../context/portal.ts'
import type { FieldError } from './mapFieldErrors.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

interface MinimumTime {
  /** The error of a press that comes too soon, by the wall clock in milliseconds; none later. */
  readonly errorsAt: (pressedAt: number) => readonly ErrorItem[]
  /** Shows that error with the seconds that are left; null for any other error. */
  readonly show: (error: FieldError) => ReactNode
}

/** Refuses a form that was sent sooner after it was shown than a person can fill it. */
export function useMinimumTime(): MinimumTime {
  const { rules } = useSettings()
  const { t } = useLingui()
  // A prerendered form can be filled in before the portal comes.
  const [shownAt] = useState(() => globalThis.earlyInput?.shownAt ?? Date.now())
  const opensAt = shownAt + rules.minimumSecondsOnForm * 1000
  const words = t`Sorry, you are too fast for us! Please retry in a few seconds.`
  return {
    errorsAt: (pressedAt) => (pressedAt < opensAt ? [{ Property: '', ErrorMessage: words }] : []),
    show: ({ code }) => (code === words ? <TooFast words={words} opensAt={opensAt} /> : null),
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
