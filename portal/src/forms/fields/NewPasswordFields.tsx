import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  readonly label: ReactNode
  /** What the password must not contain; null where it is not known. */
  readonly username: string | null
}

/** A new password and its repetition, as the last two fields of a form. */
export function NewPasswordFields({ label, username }: Props) {
  const { t } = useLingui()
  return (
    <>
      <NewPasswordField name="Password" label={label} username={username} />
      <PasswordField
        name="ConfirmPassword"
        label={t`Confirm password`}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  )
}
