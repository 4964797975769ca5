import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { identityCookie } from '../session/identityCookie.ts'
import { usePortal } from '../session/portal.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Form.module.css'

interface Props {
  readonly onCancel: () => void
}

/** Sends a player whose password the partner keeps to log in there again, and back to this screen. */
export function ReauthenticationByPartner({ onCancel }: Props) {
  const { PartnerName } = usePortal().configuration

  return (
    <Dialog title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      <p>
        <Trans>
          You logged in a while ago. Please log in with your {PartnerName} account again, then come
          back to this page.
        </Trans>
      </p>
      <div className={styles.actions}>
        <Button onClick={logInAgain}>
          <Trans>Log in again</Trans>
        </Button>
        <Button look="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

function logInAgain() {
  const query = new URLSearchParams({ redirectUrl: location.pathname })
  identityCookie.remove()
  location.assign(`${paths.login}?${query.toString()}`)
}
