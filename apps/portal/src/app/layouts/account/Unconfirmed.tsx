import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@gatehouse/ui/Button'
import { Icon } from '@gatehouse/ui/Icon'
import { useId } from 'react'
import { Place, useNotify } from '../../../context/Place.tsx'
import { usePortal, useSession } from '../../../context/portal.ts'
import { sentMail } from '../../../forms/mail/sentMail.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import rowStyles from '../../../ui/Row.module.css'

/** Above every section, until a player who came with a service has confirmed the address. */
export function Unconfirmed() {
  return (
    <Place>
      <Notice />
    </Place>
  )
}

function Notice() {
  const { t } = useLingui()
  const { session } = usePortal()
  const { user } = useSession()
  const notify = useNotify()
  const id = useId()
  const { isBusy, errorsOf, act } = useActions<'mail'>()
  if (user === null) return null
  const { Email } = user
  const to = <Isolated dir="ltr" of={Email} />

  const send = () =>
    act('mail', async () => {
      await session.api('sendConfirmationEmail', { body: { Email } })
      sentMail.note('confirmation', Email)
      const address = isolate(Email)
      notify(() => t`We sent another mail to ${address}.`)
    })

  return (
    <section className={rowStyles.row} aria-labelledby={id}>
      <Icon name="note" />
      <div>
        <h2 id={id}>{t`Confirm your email`}</h2>
        <p>
          <Trans>
            Open the link in the mail to {to}. Then you can link accounts, and set a password.
          </Trans>
        </p>
      </div>
      <Button look="secondary" isBusy={isBusy('mail')} aria-describedby={id} onClick={send}>
        <Trans>Send the mail again</Trans>
      </Button>
      <ActionErrors errors={errorsOf('mail')} />
    </section>
  )
}
