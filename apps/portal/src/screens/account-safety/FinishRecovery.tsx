import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { AccountName } from '../../forms/fields/AccountName.tsx'
import { NewPasswordFields } from '../../forms/fields/NewPasswordField.tsx'
import { useNewPasswordErrors } from '../../forms/fields/useNewPasswordErrors.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { FormError } from '../../forms/submit/FormError.ts'
import { requireFilled } from '../../forms/submit/requireFilled.ts'
import { readAgain } from '../../ui/readAgain.ts'
import { type LinkProps, NumberField } from './proofs.tsx'

/** Opens an account without its second factors, with a new password. */
export function FinishRecovery({ token, link }: LinkProps) {
  const { t } = useLingui()
  const { go, logIn, session } = usePortal()
  const errorsOf = useNewPasswordErrors()
  const { Username: username, NeedsNumber } = link
  return (
    <>
      <h1>{t`Get back into your account`}</h1>
      <p>{t`${username}, your wait is over. Choose a new password: it is all that you need then.`}</p>
      <p>{t`Your passkeys, apps and recovery codes are removed, and everyone is logged out. For a few days, nothing that weakens the account can be changed.`}</p>
      <Form
        name="recovery-finish"
        submitLabel={<Trans>Open my account</Trans>}
        onSubmit={async ({ values, api }) => {
          requireFilled(values, 'Password', 'ConfirmPassword')
          const Password = values.text('Password')
          const errors = errorsOf(Password)
          if (errors.length > 0) throw new FormError(...errors)
          const Number = NeedsNumber ? values.text('Number') : ''
          const Confirm = values.text('ConfirmPassword')
          const body = { Link: token, Act: 'finish' as const, Number, Password, Confirm }
          await api('actOnSafetyLink', { body })
          // A player who was logged in here is not any more, unless the account is another one.
          await readAgain(() => session.load())
          logIn.awaitStep(null)
          logIn.begin(username)
          logIn.explain({ kind: 'opened' })
          go(paths.login, { replace: true })
        }}
      >
        {NeedsNumber && <NumberField />}
        <AccountName username={username} />
        <NewPasswordFields
          isFirst={!NeedsNumber}
          label={t`New password`}
          username={username}
          email=""
        />
      </Form>
    </>
  )
}
