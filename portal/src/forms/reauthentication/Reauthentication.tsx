import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../context/portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../submit/Form.tsx'
import { AccountName } from '../fields/AccountName.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { refusedItems } from '../submit/FormError.ts'
import { requirePassword } from '../submit/requireFilled.ts'

interface Props {
  readonly onProven: () => void
  readonly onCancel: () => void
  /** The check could not be made at all. */
  readonly onFailure: (error: unknown) => void
}

/** Asks a signed-in player for the password again. */
export function Reauthentication({ onProven, onCancel, onFailure }: Props) {
  const { user } = useSession()
  const { t } = useLingui()
  if (user === null) return null
  return (
    <Dialog title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      <p>
        <Trans>You logged in a while ago. Please enter your password to go on.</Trans>
      </p>
      <Form
        name="reauthentication"
        submitLabel={<Trans>Confirm</Trans>}
        renamed={{ ERROR_USERNAME_PASSWORD_INCORRECT: t`Your password is incorrect` }}
        beside={
          <Button look="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        }
        onSubmit={async ({ values, api }) => {
          requirePassword(values)
          const body = { Password: values.text('Password') }
          try {
            await api('validatePassword', { path: { userId: user.Id }, body })
          } catch (error) {
            if (refusedItems(error) !== null) throw error
            onFailure(error)
            return
          }
          onProven()
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
    </Dialog>
  )
}
