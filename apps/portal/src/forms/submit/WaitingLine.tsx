import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@gatehouse/ui/Button'
import type { WaitReason } from './retryWhileOverloaded.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'
import styles from './WaitingLine.module.css'

/** Why a form waits. */
export function WaitingWords({ reason }: { readonly reason: WaitReason }) {
  return reason === 'guesses' ? (
    <Trans>
      Somebody tried many passwords for this account. To let you in all the same, your browser
      solves a little puzzle: we keep what you typed and try again for you.
    </Trans>
  ) : (
    <Trans>
      It is busy in here. You are in line: we keep what you typed and try again for you.
    </Trans>
  )
}

interface Props {
  /** When the next try comes, by the wall clock in milliseconds. */
  readonly until: number
  readonly onGiveUp: () => void
}

/**
 * How long it is until the next try, and the way out. The form announces that the player waits: a
 * clock that is read out every second would be a nuisance.
 */
export function WaitingLine({ until, onGiveUp }: Props) {
  const { t } = useLingui()
  const seconds = useSecondsUntil(until)
  return (
    <div className={`acts apart ${styles.line}`}>
      <p role="timer">
        {seconds > 0 ? <Trans>Next try in {seconds} s.</Trans> : <Trans>Trying again …</Trans>}
      </p>
      <Button look="quiet" onClick={onGiveUp}>{t`Stop waiting`}</Button>
    </div>
  )
}
