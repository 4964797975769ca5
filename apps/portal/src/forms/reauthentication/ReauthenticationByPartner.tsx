import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { urlOf } from '../../session/urlOf.ts'
import { partnerPage } from '../../session/partnerPage.ts'
import { type Portal, usePortal } from '../../context/portal.ts'
import { useActions } from '../submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../ui/DialogWithMessages.tsx'
import styles from '../submit/Form.module.css'

interface Props {
  readonly user: User
  readonly onCancel: () => void
  /** The partner's page cannot be reached. */
  readonly onFailure: (error: unknown) => void
}

/** Sends a partner's player to log in there again, and back to this screen. */
export function ReauthenticationByPartner({ user, onCancel, onFailure }: Props) {
  const { t } = useLingui()
  const portal = usePortal()
  const { isBusy, act } = useActions<'leave'>()
  const partner = user.AuthPartner ?? portal.configuration.PartnerName

  function logInAgain() {
    act('leave', async () => {
      portal.returnTo.headFor(location.pathname)
      await logInUrl(portal, user, partner)
        .then((url) => portal.leave(url, { keepsPage: true }))
        .catch(onFailure)
    })
  }

  return (
    <DialogWithMessages title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      <p>
        <Trans>
          You logged in a while ago. Please log in with your {partner} account again, then come back
          to this page.
        </Trans>
      </p>
      <div className={`acts ${styles.actions}`}>
        <Button isBusy={isBusy('leave')} onClick={logInAgain}>{t`Log in again`}</Button>
        <CancelButton onClick={onCancel} />
      </div>
    </DialogWithMessages>
  )
}

/** The partner's page of this very player, wherever the deployment has its own log-in. */
async function logInUrl(portal: Portal, user: User, partner: string): Promise<string> {
  const { rules, session, returnTo } = portal
  if (rules.signIn === 'by-partner') return partnerPage(portal, 'login')
  const { Id, Username, Email } = user
  const url = await session.api('partnerStepLoginUrl', {
    query: { redirectUrl: returnTo.redirectUrl(), clientId: returnTo.clientId() },
    body: { Id_User: Id, AuthPartner: partner, Username, Email },
  })
  return urlOf(url)
}
