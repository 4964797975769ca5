import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  readonly label: ReactNode
  /** What the password must not contain; null where it is not known. */
  readonly username: string | null
  /** The account's address, of which a password must not be made; '' where it is not known. */
  readonly email: string
}

/** A new password and its repetition, as the last two fields of a form. */
export function NewPasswordFields({ label, username, email }: Props) {
  const { t } = useLingui()
  return (
    <>
      <NewPasswordField name="Password" label={label} username={username} email={email} />
      <PasswordField
        name="ConfirmPassword"
        label={t`Confirm password`}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  )
}
