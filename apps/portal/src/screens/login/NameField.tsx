import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'

/**
 * The field of the player's name. Where passkeys are offered, the browser offers those of this site
 * in it.
 */
export function NameField({ isRepeated }: { readonly isRepeated: boolean }) {
  const { rules } = useSettings()
  const { logIn } = usePortal()
  const { t } = useLingui()
  return (
    <TextField
      data-first=""
      name="UsernameOrEmail"
      kind="login"
      label={t`Username or email`}
      defaultValue={logIn.username}
      autoComplete={rules.offersStrongSignIn ? 'username webauthn' : 'username'}
      enterKeyHint="next"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player asked for this step
      autoFocus={isRepeated}
    />
  )
}
