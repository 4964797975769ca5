import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { useId } from 'react'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSession } from '../../../context/portal.ts'
import { sentMail } from '../../../forms/mail/sentMail.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { Isolated } from '../../../ui/Isolated.tsx'
import rowStyles from '../../../ui/Row.module.css'
import { useLoaded } from '../../../ui/useLoaded.ts'

/**
 * The new address that waits for its link, with the ways to end that or to get the mail once more.
 */
export function WaitingEmail() {
  const { t } = useLingui()
  const id = useId()
  const { session } = usePortal()
  const notify = useNotify()
  const { user } = useSession()
  const { isBusy, errorsOf, act } = useActions<'again' | 'cancel'>()
  // Without an answer there is no row; the change still waits.
  const { value, change } = useLoaded(() => session.api('readEmailChange', {}))
  const email = value?.Email ?? ''
  if (email === '' || user === null) return null
  const to = <Isolated dir="ltr" of={email} />
  const current = isolate(maskEmail(user.Email))

  const sendAgain = () =>
    act('again', async () => {
      await session.api('repeatEmailChange', { body: {} })
      const address = isolate(email)
      notify(() => t`We sent another mail to ${address}.`)
    })
  const cancel = () =>
    act('cancel', async () => {
      await session.api('cancelEmailChange', { body: {} })
      sentMail.forget('new-address')
      change(() => ({ Email: '' }))
      notify(() => t`Your email stays ${current}.`)
      focusHeading()
    })

  return (
    <div className={rowStyles.row} role="group" aria-labelledby={id}>
      <div>
        <h3 id={id}>
          <Trans>Waiting for you to confirm {to}</Trans>
        </h3>
        <p>{t`Open the link in the mail that we sent there.`}</p>
      </div>
      <div className="acts near">
        <Button look="secondary" isBusy={isBusy('again')} aria-describedby={id} onClick={sendAgain}>
          <Trans>Send it again</Trans>
        </Button>
        <Button look="quiet" isBusy={isBusy('cancel')} aria-describedby={id} onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <ActionErrors errors={[...errorsOf('again'), ...errorsOf('cancel')]} />
    </div>
  )
}
