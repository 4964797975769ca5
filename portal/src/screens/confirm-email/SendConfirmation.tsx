import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../forms/submit/Form.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal } from '../../context/portal.ts'
import { Link } from '../../ui/Link.tsx'

export function SendConfirmation() {
  const { session, go } = usePortal()
  const { t } = useLingui()
  return (
    <>
      <h1>
        <Trans>A new confirmation link</Trans>
      </h1>
      <Form
        name="send-confirmation"
        submitLabel={<Trans>Send</Trans>}
        onSubmit={async ({ values }) => {
          await session.api('sendConfirmationEmail', { body: { Email: values.text('Email') } })
          go(paths.registerConfirm)
        }}
      >
        <TextField
          name="Email"
          label={t`Email`}
          hint={t`The address you registered with.`}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
        />
      </Form>
      <p>
        <Link to={paths.home}>
          <Trans>Return to Home</Trans>
        </Link>
      </p>
    </>
  )
}
