import { Trans, useLingui } from '@lingui/react/macro'
import { bounds } from '@gatehouse/contract/limits'
import type { ReactNode } from 'react'
import { TextField } from '../../../forms/fields/TextField.tsx'
import { Form } from '../../../forms/submit/Form.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { isolate } from '../../../i18n/isolate.ts'
import { ConfirmRemoval } from './ConfirmRemoval.tsx'

interface Props {
  readonly title: ReactNode
  /** Whose name it is: what is typed for one passkey is not for another. */
  readonly of: string | number
  /** The first value of the field. */
  readonly name: string
  readonly onName: (name: string) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for the name of a passkey. */
export function PasskeyName({ title, of, name, onName, onCancel }: Props) {
  const { t } = useLingui()
  return (
    <DialogWithMessages title={title} onCancel={onCancel}>
      <Form
        name={`passkey-name-${of}`}
        submitLabel={<Trans>Save</Trans>}
        beside={<CancelButton onClick={onCancel} />}
        onSubmit={({ values }) => onName(values.text('Name'))}
      >
        <TextField
          name="Name"
          label={t`Name`}
          hint={
            <Trans>To tell your passkeys apart. Up to {bounds.passkeyName.max} characters.</Trans>
          }
          defaultValue={name}
          autoCapitalize="sentences"
          autoComplete="off"
          enterKeyHint="done"
        />
      </Form>
    </DialogWithMessages>
  )
}

interface RemovePasskeyProps {
  readonly name: string
  readonly onRemove: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks before a passkey is removed. */
export function RemovePasskey({ name: given, onRemove, onCancel }: RemovePasskeyProps) {
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
          You will not be able to log in with it any more. It may still be offered by your device
          until you delete it there.
        </Trans>
      </p>
    </ConfirmRemoval>
  )
}
