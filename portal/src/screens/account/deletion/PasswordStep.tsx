import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { Form } from '../../../forms/submit/Form.tsx'
import { AccountName } from '../../../forms/fields/AccountName.tsx'
import { PasswordField } from '../../../forms/fields/PasswordField.tsx'
import { requirePassword } from '../../../forms/submit/requireFilled.ts'
import { Button } from '../../../ui/Button.tsx'

interface Props {
  readonly user: User
  /** Null where there is no Cancel. */
  readonly onCancel: (() => void) | null
  /** Takes the password, which the deletion carries once more. */
  readonly onConfirm: (password: string) => void
}

export function PasswordStep({ user, onCancel, onConfirm }: Props) {
  const { t } = useLingui()
  return (
    <>
      <p>
        <Trans>This deletes your account for good. Nothing happens before the last step.</Trans>
      </p>
      <Form
        name="deletion-password"
        submitLabel={<Trans>Confirm</Trans>}
        renamed={{ ERROR_USERNAME_PASSWORD_INCORRECT: t`Your password is incorrect` }}
        beside={
          onCancel && (
            <Button look="secondary" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )
        }
        onSubmit={async ({ values, api }) => {
          requirePassword(values)
          const Password = values.text('Password')
          await api('validatePassword', { path: { userId: user.Id }, body: { Password } })
          onConfirm(Password)
        }}
      >
        <AccountName username={user.Username} />
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
