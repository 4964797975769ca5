import { Trans, useLingui } from '@lingui/react/macro'
import { emailError } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../forms/submit/Form.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal } from '../../context/portal.ts'
import { sentMail } from '../../context/sentMail.ts'
import { useKnownAddress } from '../../context/useKnownAddress.ts'
import { Link } from '../../ui/Link.tsx'

export function SendConfirmation() {
  const { session, go } = usePortal()
  const { t } = useLingui()
  const known = useKnownAddress('confirmation')
  return (
    <>
      <h1>
        <Trans>A new confirmation link</Trans>
      </h1>
      <Form
        name="send-confirmation"
        submitLabel={<Trans>Send</Trans>}
        onSubmit={async ({ values }) => {
          const Email = values.text('Email')
          await session.api('sendConfirmationEmail', { body: { Email } })
          sentMail.note('confirmation', Email)
          go(paths.registerConfirm)
        }}
      >
        <TextField
          name="Email"
          label={t`Email`}
          check={emailError}
          hint={t`The address you registered with.`}
          defaultValue={known}
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
