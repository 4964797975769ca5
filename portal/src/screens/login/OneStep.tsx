import { Trans, useLingui } from '@lingui/react/macro'
import { Form } from '../../forms/Form.tsx'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { TextField } from '../../forms/TextField.tsx'
import { usePortal } from '../../session/portal.ts'
import { LoginFault } from './LoginFault.tsx'
import { useLogIn } from './useLogIn.ts'

/** Name and password at once. */
export function OneStep() {
  const { t } = useLingui()
  const { visit } = usePortal()
  const logIn = useLogIn()
  return (
    <>
      <h1>
        <Trans>Log in</Trans>
      </h1>
      <Form
        name="login"
        submitLabel={<Trans>Connect</Trans>}
        showFault={(fault) => <LoginFault fault={fault} />}
        onSubmit={({ values }) => {
          visit.username = values.text('UsernameOrEmail')
          return logIn(visit.username, values.text('Password'))
        }}
      >
        <TextField
          name="UsernameOrEmail"
          label={t`Username or email`}
          defaultValue={visit.username}
          autoComplete="username"
          enterKeyHint="next"
        />
        <PasswordField
          name="Password"
          label={t`Password`}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </Form>
    </>
  )
}
