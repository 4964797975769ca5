import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import type { ReactNode } from 'react'
import { AccountName } from '../fields/AccountName.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { refusedItems } from '../submit/FormError.ts'
import { Form } from '../submit/Form.tsx'
import { requirePassword } from '../submit/requireFilled.ts'
import { useSession } from '../../context/portal.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../ui/DialogWithMessages.tsx'

interface Props {
  readonly name: string
  readonly user: User
  /** The way out, beside the button that sends. */
  readonly beside: ReactNode
  /** Takes the password, which the server has found right. */
  readonly onConfirm: (password: string) => void
  /** The check could not be made at all; without it the failure goes to an error page. */
  readonly onFailure?: (error: unknown) => void
}

/** Asks a signed-in player for the password. */
export function PasswordForm({ name, user, beside, onConfirm, onFailure }: Props) {
  const { t } = useLingui()
  return (
    <Form
      name={name}
      submitLabel={<Trans>Confirm</Trans>}
      beside={beside}
      onSubmit={async ({ values, api }) => {
        requirePassword(values)
        const Password = values.text('Password')
        try {
          await api('validatePassword', { path: { userId: user.Id }, body: { Password } })
        } catch (error) {
          if (onFailure === undefined || refusedItems(error) !== null) throw error
          onFailure(error)
          return
        }
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
  )
}

interface ReauthenticationProps {
  readonly onProven: () => void
  readonly onCancel: () => void
  /** The check could not be made at all. */
  readonly onFailure: (error: unknown) => void
}

/** Asks a signed-in player for the password again. */
export function Reauthentication({ onProven, onCancel, onFailure }: ReauthenticationProps) {
  const { t } = useLingui()
  const { user } = useSession()
  if (user === null) return null
  return (
    <DialogWithMessages title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      <p>{t`You logged in a while ago. Please enter your password to go on.`}</p>
      <PasswordForm
        name="reauthentication"
        user={user}
        beside={<CancelButton onClick={onCancel} />}
        onConfirm={onProven}
        onFailure={onFailure}
      />
    </DialogWithMessages>
  )
}
