import { Trans } from '@lingui/react/macro'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import type { Waiting } from './retryWhileOverloaded.ts'
import { useDelayed } from './useDelayed.ts'

// Few submissions wait for another try.
const line = () => import('./WaitingLine.tsx')
const WaitingWords = lazyOptional(async () => (await line()).WaitingWords)
const WaitingLine = lazyOptional(async () => (await line()).WaitingLine)

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
          <WaitingWords reason={waiting.reason} />
        )}
      </div>
      {waiting !== null && <WaitingLine until={waiting.until} onGiveUp={onGiveUp} />}
    </>
  )
}
