import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { AskForMail } from '../../forms/mail/AskForMail.tsx'
import { useSentAddress } from '../../forms/mail/useSentAddress.ts'
import { useSettings } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'

export function PasswordRecovery() {
  const { t } = useLingui()
  const { hasSecuritySection } = useSettings().rules
  return (
    <>
      <h1>{t`Lost your password?`}</h1>
      <p>{t`Enter your email. We send you a link to choose a new password.`}</p>
      <AskForMail
        name="password-recovery"
        purpose="recovery"
        address={useSentAddress('recovery', 'confirmation')}
        hint={t`The address of your account.`}
        send={(api, email) => api('recoverPassword', { body: { email } })}
        next={paths.passwordRecoverySent}
      />
      <p>
        <Link to={paths.login}>{t`Log in`}</Link>
      </p>
      {hasSecuritySection && (
        <p>
          <Link
            to={paths.accountSafetyAsk}
          >{t`Has somebody else changed your address or your password? Secure your account.`}</Link>
        </p>
      )}
    </>
  )
}
