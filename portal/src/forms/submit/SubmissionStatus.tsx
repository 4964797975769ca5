import { Trans } from '@lingui/react/macro'
import { useDelayed } from './useDelayed.ts'
import { WaitingLine } from './WaitingLine.tsx'

interface Props {
  readonly isBusy: boolean
  /** When the next try comes, by the wall clock; null while the server has time. */
  readonly waitsUntil: number | null
  readonly onGiveUp: () => void
}

/** After so many milliseconds it is said that something is still under way. */
const patience = 1500

/** Says that a submission takes its time, and why. */
export function SubmissionStatus({ isBusy, waitsUntil, onGiveUp }: Props) {
  const isLong = useDelayed(isBusy, patience) && isBusy
  return (
    <>
      <div aria-live="polite" className={waitsUntil === null ? 'unseen' : undefined}>
        {waitsUntil === null ? (
          isLong && <Trans>One moment, please.</Trans>
        ) : (
          <Trans>
            It is busy in here. You are in line: we keep what you typed and try again for you.
          </Trans>
        )}
      </div>
      {waitsUntil !== null && <WaitingLine until={waitsUntil} onGiveUp={onGiveUp} />}
    </>
  )
}
