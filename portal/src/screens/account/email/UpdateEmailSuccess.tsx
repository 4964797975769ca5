import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../../context/portal.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import styles from './UpdateEmailSuccess.module.css'

/** Says that the address is another one now; after an undo, which one it is again and what to do. */
export function UpdateEmailSuccess() {
  const { restoredEmail } = usePortal().pageState.current
  const isRestored = restoredEmail !== null
  return (
    <>
      <h1>
        <Trans>Your email has been successfully updated.</Trans>
      </h1>
      {isRestored && <Restored email={restoredEmail} />}
      <div className={styles.ways}>
        {isRestored && (
          <LinkButton to={paths.passwordRecovery}>
            <Trans>Choose a new password</Trans>
          </LinkButton>
        )}
        <LinkButton to={paths.account} look={isRestored ? 'secondary' : 'primary'}>
          <Trans>Return to my account</Trans>
        </LinkButton>
      </div>
    </>
  )
}

/** The player may have undone what a thief did: the password comes next. */
function Restored({ email }: { readonly email: string }) {
  return (
    <div role="status">
      <p>
        {email === '' ? (
          <Trans>Your account has its old address again.</Trans>
        ) : (
          <Trans>Your address is {email} again.</Trans>
        )}
      </p>
      <p>
        <Trans>
          We logged you out on every device. If somebody else changed your address, choose a new
          password now.
        </Trans>
      </p>
    </div>
  )
}
