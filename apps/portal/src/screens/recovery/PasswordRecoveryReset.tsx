import { useRef, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../forms/submit/Form.tsx'
import { AccountName } from '../../forms/fields/AccountName.tsx'
import { NewPasswordFields } from '../../forms/fields/NewPasswordField.tsx'
import { useNewPasswordErrors } from '../../forms/fields/useNewPasswordErrors.ts'
import { FormError } from '../../forms/submit/FormError.ts'
import { requireFilled } from '../../forms/submit/requireFilled.ts'
import { useSecret } from '../../router/router.ts'
import { usePortal } from '../../context/portal.ts'
import { useSentAddress } from '../../forms/mail/useSentAddress.ts'
import { sentMail } from '../../forms/mail/sentMail.ts'
import { Link } from '../../router/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '@gatehouse/ui/Notice'
import { readAgain } from '../../ui/readAgain.ts'

/**
 * The link of a recovery mail. Its token was taken out of the address and is spent by the password;
 * without one the page says so before anything is typed.
 */
export function PasswordRecoveryReset() {
  const token = useSecret()
  return token === '' ? <WithoutToken /> : <NewPassword token={token} />
}

function WithoutToken() {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`Choose a new password`}</h1>
      <Notice>
        <p>{t`Open the whole link of your email, or get a new one.`}</p>
      </Notice>
      <div>
        <LinkButton to={paths.passwordRecovery}>{t`Send a new link`}</LinkButton>
      </div>
    </>
  )
}

function NewPassword({ token }: { readonly token: string }) {
  const { session, logIn, rules, go } = usePortal()
  const { t } = useLingui()
  const errorsOf = useNewPasswordErrors()
  const address = useSentAddress('recovery')
  const [username, setUsername] = useState('')
  const isAsked = useRef(false)
  const name = address === '' ? username : address

  /**
   * Learns whose password it is, for password managers, where the mail was asked for elsewhere. The token goes
   * out once the player types, and not because a page was opened.
   */
  function learnName(): void {
    if (!rules.goesBeyondSpecification || address !== '' || isAsked.current) return
    isAsked.current = true
    const asked = session.api('readPasswordRecovery', { body: { Token: token } })
    // Without the name everything is the same: the press says what is wrong.
    asked.then(({ Username }) => setUsername(Username)).catch(() => undefined)
  }

  return (
    <>
      <h1>{t`Choose a new password`}</h1>
      <p>{t`We log you out on every device, so that nobody else stays in.`}</p>
      <Form
        name="password-recovery-reset"
        onType={learnName}
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values, api }) => {
          requireFilled(values, 'Password', 'ConfirmPassword')
          const password = values.text('Password')
          const errors = errorsOf(password)
          if (errors.length > 0) throw new FormError(...errors)
          await api('validatePasswordRecovery', {
            body: {
              Token: token,
              Password: password,
              Confirm: values.text('ConfirmPassword'),
            },
          })
          // A player who was logged in here is not any more, unless the account is another one.
          await readAgain(() => session.load())
          sentMail.forget('recovery')
          logIn.explain({ kind: 'password-set' })
          if (name !== '') logIn.begin(name)
          go(paths.login, { replace: true })
        }}
      >
        {name !== '' && <AccountName username={name} />}
        <NewPasswordFields isFirst label={t`New password`} username={null} email={address} />
      </Form>
      <p>
        <Link to={paths.passwordRecovery}>{t`Send a new link`}</Link>
      </p>
    </>
  )
}
