import { Trans } from '@lingui/react/macro'
import { cleanText } from '@gatehouse/contract/cleanText'
import { emailError } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { sentMail } from '../../forms/mail/sentMail.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './SendLinkAgain.module.css'

/**
 * Sends another confirmation link to the address that was typed to log in. A name has no address that a
 * visitor may learn of: the next page asks for it.
 */
export function SendLinkAgain() {
  const { session, logIn, go } = usePortal()
  const { isBusy, errorsOf, act } = useActions<'link'>()
  const Email = cleanText('address', logIn.username)

  async function send() {
    await session.api('sendConfirmationEmail', { body: { Email } })
    sentMail.note('confirmation', Email)
    go(paths.registerConfirm)
  }

  return (
    <div className={styles.way}>
      {emailError(Email) === null ? (
        <Button look="secondary" isBusy={isBusy('link')} onClick={() => act('link', send)}>
          <Trans>Send the link again</Trans>
        </Button>
      ) : (
        <LinkButton look="secondary" to={paths.confirmEmailSend}>
          <Trans>Send the link again</Trans>
        </LinkButton>
      )}
      <ActionErrors errors={errorsOf('link')} />
    </div>
  )
}
