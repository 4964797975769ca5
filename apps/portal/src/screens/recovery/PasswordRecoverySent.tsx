import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { MailSent } from '../../forms/mail/MailSent.tsx'
import { Link } from '../../router/Link.tsx'

export function PasswordRecoverySent() {
  const { t } = useLingui()
  return (
    <MailSent
      purpose="recovery"
      intro={
        <>
          <h1>{t`Check your mailbox`}</h1>
          <p>{t`An email has been sent with the instruction to reset your password.`}</p>
        </>
      }
      help={
        <Trans>
          The link works once, for an hour. Nothing there after a minute? Have a look in your spam
          folder.
        </Trans>
      }
      send={(api, email) => api('recoverPassword', { body: { email } })}
      renderInstead={(isKnown) => (
        <Link to={paths.passwordRecovery}>
          {isKnown ? <Trans>Wrong address? Correct it</Trans> : <Trans>Send a new link</Trans>}
        </Link>
      )}
    />
  )
}
