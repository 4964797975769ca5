import { Trans } from '@lingui/react/macro'
import { provePasskey } from '../../../forms/passkeys/askPasskey.ts'
import { Form } from '../../../forms/submit/Form.tsx'
import { Button } from '../../../ui/Button.tsx'

interface Props {
  /** Null where there is no Cancel. */
  readonly onCancel: (() => void) | null
  readonly onConfirm: () => void
}

/** Asks a player without a password for a passkey. */
export function PasskeyStep({ onCancel, onConfirm }: Props) {
  return (
    <>
      <p>
        <Trans>This deletes your account for good. Nothing happens before the last step.</Trans>
      </p>
      <p>
        <Trans>Confirm with your passkey.</Trans>
      </p>
      <Form
        name="deletion-passkey"
        submitLabel={<Trans>Use a passkey</Trans>}
        beside={
          onCancel && (
            <Button look="secondary" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )
        }
        onSubmit={async ({ api }) => {
          await provePasskey(api)
          onConfirm()
        }}
      />
    </>
  )
}
