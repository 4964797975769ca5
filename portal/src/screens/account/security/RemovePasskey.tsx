import { Trans } from '@lingui/react/macro'
import { isolate } from '../../../i18n/isolate.ts'
import { ConfirmRemoval } from './ConfirmRemoval.tsx'

interface Props {
  readonly name: string
  readonly onRemove: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks before a passkey is removed. */
export function RemovePasskey({ name: given, onRemove, onCancel }: Props) {
  const name = isolate(given)
  return (
    <ConfirmRemoval
      title={<Trans>Remove {name}?</Trans>}
      form="passkey-removal"
      label={<Trans>Remove</Trans>}
      onConfirm={onRemove}
      onCancel={onCancel}
    >
      <p>
        <Trans>
          You will not be able to sign in with it any more. It may still be offered by your device
          until you delete it there.
        </Trans>
      </p>
    </ConfirmRemoval>
  )
}
