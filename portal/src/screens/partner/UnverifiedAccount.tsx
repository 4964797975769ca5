import { Trans } from '@lingui/react/macro'
import { partnerSlug } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePortal, useSettings } from '../../context/portal.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { Unconfirmed } from './partnerArrival.ts'
import styles from './UnverifiedAccount.module.css'

/** The partner does not stand for the player's address yet: it can be asked for one more mail. */
export function UnverifiedAccount({ unconfirmed }: { readonly unconfirmed: Unconfirmed }) {
  const { configuration } = useSettings()
  const { session } = usePortal()
  const { isBusy, act } = useActions<'mail'>()
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null)
  const { SSOEmail, Token } = unconfirmed
  const partner = configuration.PartnerName

  const send = () =>
    act('mail', async () => {
      setOutcome(null)
      const path = { partner: partnerSlug(partner) }
      await session.api('resendPartnerValidation', { path, body: { Token } }).then(
        () => setOutcome('sent'),
        () => setOutcome('failed'),
      )
    })

  return (
    <>
      <h1>
        <Trans>Email not confirmed</Trans>
      </h1>
      <p className={styles.reason}>
        {SSOEmail === '' ? (
          <Trans>
            Please confirm the email address of your {partner} account, then log in again.
          </Trans>
        ) : (
          <Trans>
            Please confirm the address {SSOEmail} of your {partner} account, then log in again.
          </Trans>
        )}
      </p>
      {outcome === 'failed' && (
        <Notice>
          <p>
            <Trans>An error occured. Please try again later.</Trans>
          </p>
        </Notice>
      )}
      <div className={styles.ways}>
        <Button isBusy={isBusy('mail')} disabled={outcome === 'sent'} onClick={send}>
          <Trans>Send Validation Email</Trans>
        </Button>
        <LinkButton look="secondary" to={paths.home}>
          <Trans>Return to Home</Trans>
        </LinkButton>
      </div>
      <p role="status">
        {outcome === 'sent' && (
          <Trans>The mail is on its way. Open its link to confirm your address.</Trans>
        )}
      </p>
    </>
  )
}
