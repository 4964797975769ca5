import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { Form } from '../../../forms/submit/Form.tsx'
import { PasswordField } from '../../../forms/fields/PasswordField.tsx'
import { usePortal } from '../../../context/portal.ts'

interface Props {
  readonly user: User
  /** Takes the password, which the deletion carries once more. */
  readonly onConfirm: (password: string) => void
}

export function PasswordStep({ user, onConfirm }: Props) {
  const { t } = useLingui()
  const { session } = usePortal()
  return (
    <>
      <p>
        <Trans>
          Here you can delete your account for good. Nothing happens before the last step.
        </Trans>
      </p>
      <Form
        name="deletion-password"
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values }) => {
          const Password = values.text('Password')
          await session.api('validatePassword', { path: { userId: user.Id }, body: { Password } })
          onConfirm(Password)
        }}
      >
        <input type="hidden" autoComplete="username" value={user.Username} readOnly />
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
