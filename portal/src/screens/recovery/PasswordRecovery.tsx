import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../forms/submit/Form.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal } from '../../context/portal.ts'
import { Link } from '../../ui/Link.tsx'

export function PasswordRecovery() {
  const { session, go } = usePortal()
  const { t } = useLingui()
  return (
    <>
      <h1>
        <Trans>Lost your password?</Trans>
      </h1>
      <p>
        <Trans>We send you a link with which you choose a new one.</Trans>
      </p>
      <Form
        name="password-recovery"
        submitLabel={<Trans>Send</Trans>}
        onSubmit={async ({ values }) => {
          await session.api('recoverPassword', { body: { email: values.text('Email') } })
          go(paths.passwordRecoverySent)
        }}
      >
        <TextField
          name="Email"
          label={t`Email`}
          hint={t`The address of your account.`}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
        />
      </Form>
      <p>
        <Link to={paths.login}>
          <Trans>Log in</Trans>
        </Link>
      </p>
    </>
  )
}
