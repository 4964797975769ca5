import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePath, useRouter, useWholeQuery } from '../../router/router.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { CookiesRefusedError } from '../../session/session.ts'
import { useActOnce } from '../../ui/useActOnce.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import formStyles from '../../forms/submit/Form.module.css'
import { arriveFromPartner } from './arriveFromPartner.ts'
import type { Unconfirmed } from './partnerArrival.ts'
import { partnerSlug } from '@gatehouse/contract/display'
import { useActions } from '../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'

/** Where the partner's pages lead back to. Shows something only when the way ends here. */
export function PartnerCallback() {
  const portal = usePortal()
  const query = useWholeQuery()
  const path = usePath()
  const { history } = useRouter()
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const [lacksCookies, setLacksCookies] = useState(false)

  function show(found: Unconfirmed | null) {
    setUnconfirmed(found)
    // The code is spent, and nobody else's business.
    if (found !== null) history.replace(path, history.read().step)
  }

  useActOnce(JSON.stringify(query), () => {
    if (portal.rules.goesBeyondSpecification && query['error'] === 'access_denied') {
      portal.logIn.explain({ kind: 'stopped-at-partner' })
      return portal.go(paths.login, { replace: true })
    }
    arriveFromPartner(portal, query)
      .then(show)
      .catch((error: unknown) => {
        if (error instanceof CookiesRefusedError) return setLacksCookies(true)
        // The code of this return is spent: another try begins at the partner's page.
        portal.failure.note({ retry: paths.login })
        return portal.fail(error, { replace: true })
      })
  })

  if (unconfirmed !== null) return <UnverifiedAccount unconfirmed={unconfirmed} />
  return lacksCookies ? <NeedsCookies /> : <Progress />
}

function NeedsCookies() {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`Ooops, something went wrong.`}</h1>
      <p>{t`Your browser blocks cookies. Allow them for this site to log in.`}</p>
      <div>
        <LinkButton to={paths.home}>{t`Return to Home`}</LinkButton>
      </div>
    </>
  )
}

/** The partner does not stand for the player's address yet: it can be asked for one more mail. */
function UnverifiedAccount({ unconfirmed }: { readonly unconfirmed: Unconfirmed }) {
  const { t } = useLingui()
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
      <h1>{t`Email not confirmed`}</h1>
      <p>
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
          <p>{t`An error occured. Please try again later.`}</p>
        </Notice>
      )}
      <div className={`acts ${formStyles.actions}`}>
        <Button isBusy={isBusy('mail')} disabled={outcome === 'sent'} onClick={send}>
          <Trans>Send Validation Email</Trans>
        </Button>
        <LinkButton look="secondary" to={paths.home}>{t`Return to Home`}</LinkButton>
      </div>
      <p role="status">
        {outcome === 'sent' && (
          <Trans>The mail is on its way. Open its link to confirm your address.</Trans>
        )}
      </p>
    </>
  )
}
