import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { Form } from '../../../forms/Form.tsx'
import { NewPasswordFields } from '../../../forms/NewPasswordFields.tsx'
import { PasswordField } from '../../../forms/PasswordField.tsx'
import { Refusal } from '../../../forms/refusal.ts'
import { useNewPasswordFaults } from '../../../forms/useNewPasswordFaults.ts'
import { useReauthentication } from '../../../forms/useReauthentication.tsx'
import { usePortal, useSession } from '../../../session/portal.ts'
import { Link } from '../../../ui/Link.tsx'

export function ResetPassword() {
  const { rules, session, go } = usePortal()
  const { user } = useSession()
  const { t } = useLingui()
  const faultsOf = useNewPasswordFaults()
  const { withProof, dialog } = useReauthentication()
  const asksOld = rules.oldPassword === 'required'
  if (user === null) return null
  return (
    <>
      <h1>
        <Trans>Update your password</Trans>
      </h1>
      <p>
        <Trans>You stay logged in here. Every other device is logged out.</Trans>
      </p>
      <Form
        name="reset-password"
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values }) => {
          const Password = values.text('Password')
          const faults = faultsOf(Password)
          if (faults.length > 0) throw new Refusal(...faults)
          const body = { Password, ConfirmPassword: values.text('ConfirmPassword') }
          const OldPassword = values.text('OldPassword')
          await withProof(() =>
            session.api('resetPassword', { body: asksOld ? { OldPassword, ...body } : body }),
          )
          go(paths.account)
        }}
      >
        <input type="hidden" autoComplete="username" value={user.Username} readOnly />
        {asksOld && (
          <PasswordField
            name="OldPassword"
            label={t`Old password`}
            autoComplete="current-password"
            enterKeyHint="next"
          />
        )}
        <NewPasswordFields label={t`New password`} username={user.Username} />
      </Form>
      {dialog}
      <p>
        <Link to={paths.account}>
          <Trans>Return to my account</Trans>
        </Link>
      </p>
    </>
  )
}
