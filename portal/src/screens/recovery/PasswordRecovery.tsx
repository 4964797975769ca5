import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { AskForMail } from '../../forms/mail/AskForMail.tsx'
import { useKnownAddress } from '../../forms/mail/useKnownAddress.ts'
import { Link } from '../../router/Link.tsx'

export function PasswordRecovery() {
  const { t } = useLingui()
  return (
    <>
      <h1>
        <Trans>Lost your password?</Trans>
      </h1>
      <p>
        <Trans>Tell us your address and we mail you a link to a new one.</Trans>
      </p>
      <AskForMail
        name="password-recovery"
        purpose="recovery"
        known={useKnownAddress('recovery', 'confirmation')}
        hint={t`The address of your account.`}
        send={(api, email) => api('recoverPassword', { body: { email } })}
        next={paths.passwordRecoverySent}
      />
      <p>
        <Link to={paths.login}>
          <Trans>Log in</Trans>
        </Link>
      </p>
    </>
  )
}
