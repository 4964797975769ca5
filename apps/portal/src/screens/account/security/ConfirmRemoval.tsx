import { type ReactNode, useEffect, useRef } from 'react'
import { Form } from '../../../forms/submit/Form.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'

interface Props {
  readonly title: ReactNode
  /** The text of the confirming button. */
  readonly label: ReactNode
  /** The name of the form. */
  readonly form: string
  readonly children: ReactNode
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks before something ends, with Cancel as the nearer answer. */
export function ConfirmRemoval({ title, label, form, children, onConfirm, onCancel }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <DialogWithMessages title={title} onCancel={onCancel}>
      {children}
      <Form
        name={form}
        submitLabel={label}
        submitLook="danger"
        beside={<CancelButton ref={cancel} onClick={onCancel} />}
        onSubmit={onConfirm}
      />
    </DialogWithMessages>
  )
}
