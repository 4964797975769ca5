import { Trans, useLingui } from '@lingui/react/macro'
import { emailError } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../forms/submit/Form.tsx'
import { requireFilled } from '../../forms/submit/requireFilled.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal } from '../../context/portal.ts'
import { sentMail } from '../../context/sentMail.ts'
import { useKnownAddress } from '../../context/useKnownAddress.ts'
import { Link } from '../../ui/Link.tsx'

export function PasswordRecovery() {
  const { go } = usePortal()
  const { t } = useLingui()
  const known = useKnownAddress('recovery', 'confirmation')
  return (
    <>
      <h1>
        <Trans>Lost your password?</Trans>
      </h1>
      <p>
        <Trans>Tell us your address and we mail you a link to a new one.</Trans>
      </p>
      <Form
        name="password-recovery"
        submitLabel={<Trans>Send</Trans>}
        onSubmit={async ({ values, api }) => {
          requireFilled(values, 'Email')
          const email = values.text('Email')
          await api('recoverPassword', { body: { email } })
          sentMail.note('recovery', email)
          go(paths.passwordRecoverySent)
        }}
      >
        <TextField
          name="Email"
          label={t`Email`}
          check={emailError}
          hint={t`The address of your account.`}
          defaultValue={known}
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
