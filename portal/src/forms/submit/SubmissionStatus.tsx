import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { whenThere } from '../../ui/whenThere.ts'
import type { Waiting } from './retryWhileOverloaded.ts'
import { useDelayed } from './useDelayed.ts'

// Few submissions wait for another try.
const line = () => import('./WaitingLine.tsx')
const WaitingWords = whenThere(async () => (await line()).WaitingWords)
const WaitingLine = whenThere(async () => (await line()).WaitingLine)

interface Props {
  readonly isBusy: boolean
  /** The next try; null while there is none to wait for. */
  readonly waiting: Waiting | null
  readonly onGiveUp: () => void
}

/** After so many milliseconds it is said that something is still under way. */
const patience = 1500

/** Says that a submission takes its time, and why. */
export function SubmissionStatus({ isBusy, waiting, onGiveUp }: Props) {
  const isLong = useDelayed(isBusy, patience) && isBusy
  return (
    <>
      <div aria-live="polite" className={waiting === null ? 'unseen' : undefined}>
        {waiting === null ? (
          isLong && <Trans>One moment, please.</Trans>
        ) : (
          <Suspense>
            <WaitingWords reason={waiting.reason} />
          </Suspense>
        )}
      </div>
      {waiting !== null && (
        <Suspense>
          <WaitingLine until={waiting.until} onGiveUp={onGiveUp} />
        </Suspense>
      )}
    </>
  )
}
