import { Trans } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { provePasskey } from '../../../forms/passkeys/askPasskey.ts'
import { PasswordForm } from '../../../forms/reauthentication/PasswordForm.tsx'
import { Form } from '../../../forms/submit/Form.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'

interface Props {
  readonly user: User
  readonly hasPassword: boolean
  /** Null where there is no Cancel. */
  readonly onCancel: (() => void) | null
  /** Takes the password, which the deletion carries once more; '' of a player who has none. */
  readonly onConfirm: (password: string) => void
}

/** Asks for the password, or for a passkey where there is no password. */
export function ProofStep({ user, hasPassword, onCancel, onConfirm }: Props) {
  const beside = onCancel && <CancelButton look="secondary" onClick={onCancel} />
  return (
    <>
      <p>
        <Trans>This deletes your account for good. Nothing happens before the last step.</Trans>
      </p>
      {hasPassword ? (
        <PasswordForm name="deletion-password" user={user} beside={beside} onConfirm={onConfirm} />
      ) : (
        <>
          <p>
            <Trans>Confirm with your passkey.</Trans>
          </p>
          <Form
            name="deletion-passkey"
            submitLabel={<Trans>Use a passkey</Trans>}
            beside={beside}
            onSubmit={async ({ api }) => {
              await provePasskey(api)
              onConfirm('')
            }}
          />
        </>
      )}
    </>
  )
}
