import { Trans, useLingui } from '@lingui/react/macro'
import { usePortal, useSession } from '../../../context/portal.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { Button } from '@gatehouse/ui/Button'
import { FirstSteps } from '../../../forms/first-steps/FirstSteps.tsx'
import { useFirstSteps } from '../../../forms/first-steps/useFirstSteps.ts'

/** Greets a new player with the first steps and the way to where the player was heading. */
export function Welcome() {
  const { t } = useLingui()
  const { returnTo, proceed } = usePortal()
  const { user } = useSession()
  const steps = useFirstSteps()
  const { isBusy, act } = useActions<'way'>()
  const isHeading = returnTo.redirectUrl() !== ''
  if (user === null) return null
  const name = isolate(user.Username)
  const isDone = steps.every((step) => step.isDone)
  return (
    <>
      <h1>{t`Welcome, ${name}`}</h1>
      <p>
        {user.IsUnconfirmed ? (
          <Trans>You are in. Confirm your email with the link in our mail.</Trans>
        ) : (
          <Trans>Your email is confirmed, and you are in.</Trans>
        )}{' '}
        {!isDone && <Trans>Take a moment for the first steps, or come back to them later.</Trans>}
      </p>
      <FirstSteps isDetailed steps={steps} />
      <div>
        <Button isBusy={isBusy('way')} onClick={() => act('way', proceed)}>
          {isHeading ? <Trans>Go on</Trans> : <Trans>Go to my account</Trans>}
        </Button>
      </div>
    </>
  )
}
