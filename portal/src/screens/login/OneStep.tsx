import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordField } from '../../forms/fields/PasswordField.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal } from '../../context/portal.ts'
import { LoginForm } from './LoginForm.tsx'
import { useLogIn } from './useLogIn.ts'

/** Name and password at once. */
export function OneStep() {
  const { t } = useLingui()
  const { pageState } = usePortal()
  const logIn = useLogIn()
  return (
    <>
      <h1>
        <Trans>Log in</Trans>
      </h1>
      <LoginForm
        name="login"
        submitLabel={<Trans>Connect</Trans>}
        onSubmit={({ values }) => {
          const name = values.text('UsernameOrEmail')
          pageState.update({ username: name })
          return logIn(name, values.text('Password'))
        }}
      >
        <TextField
          name="UsernameOrEmail"
          label={t`Username or email`}
          defaultValue={pageState.current.username}
          autoComplete="username"
          enterKeyHint="next"
        />
        <PasswordField
          name="Password"
          label={t`Password`}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </LoginForm>
    </>
  )
}
