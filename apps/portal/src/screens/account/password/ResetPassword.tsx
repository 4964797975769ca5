import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../../forms/submit/Form.tsx'
import { NewPasswordFields } from '../../../forms/fields/NewPasswordField.tsx'
import { AccountName } from '../../../forms/fields/AccountName.tsx'
import { PasswordField } from '../../../forms/fields/PasswordField.tsx'
import { FormError } from '../../../forms/submit/FormError.ts'
import { useHasPassword } from '../../../forms/passkeys/useHasPassword.ts'
import { useNewPasswordErrors } from '../../../forms/fields/useNewPasswordErrors.ts'
import { requireFilled } from '../../../forms/submit/requireFilled.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { accountWordings } from '../../../context/accountWording.ts'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { useWording } from '../../../context/useWording.ts'
import { Link } from '../../../router/Link.tsx'

export function ResetPassword() {
  const { rules } = useSettings()
  const { go } = usePortal()
  const notify = useNotify()
  const { user } = useSession()
  const { t } = useLingui()
  const word = useWording()
  const errorsOf = useNewPasswordErrors()
  const { withReauthentication, dialog } = useReauthentication()
  const hasPassword = useHasPassword()
  const asksOld = rules.oldPassword === 'required' && hasPassword !== false
  if (user === null || hasPassword === null) return null
  return (
    <>
      <h1>{hasPassword ? word(accountWordings.changePassword) : t`Set a password`}</h1>
      <p>{t`You stay logged in here. We log you out everywhere else.`}</p>
      <Form
        name="reset-password"
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values, api }) => {
          requireFilled(values, 'OldPassword', 'Password', 'ConfirmPassword')
          const Password = values.text('Password')
          const errors = errorsOf(Password)
          if (errors.length > 0) throw new FormError(...errors)
          const body = { Password, ConfirmPassword: values.text('ConfirmPassword') }
          const OldPassword = values.text('OldPassword')
          await withReauthentication(() =>
            api('resetPassword', { body: asksOld ? { OldPassword, ...body } : body }),
          )
          notify(() => t`Your password is changed.`)
          go(paths.account)
        }}
      >
        <AccountName username={user.Username} />
        {asksOld && (
          <PasswordField
            name="OldPassword"
            label={t`Old password`}
            autoComplete="current-password"
            enterKeyHint="next"
          />
        )}
        <NewPasswordFields label={t`New password`} username={user.Username} email={user.Email} />
      </Form>
      {dialog}
      <p>
        <Link to={paths.account}>{t`Return to my account`}</Link>
      </p>
    </>
  )
}
