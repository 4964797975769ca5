import { useLingui } from '@lingui/react/macro'
import { emailError } from '@gatehouse/contract/fields'
import type { ClipboardEvent, DragEvent, ReactNode } from 'react'
import { TextField } from './TextField.tsx'

interface Props {
  readonly label: ReactNode
  readonly defaultValue?: string | undefined
  /** After the repetition: the next field, or the form is sent. */
  readonly lastKey: 'next' | 'go'
  /** Nothing is copied out of the repetition either. */
  readonly blocksCopy?: boolean
  readonly onType?: (email: string) => void
}

/** An address and its repetition, which is typed by hand: a slip does not lock the player out. */
export function EmailPair({ label, defaultValue, lastKey, blocksCopy = false, onType }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        name="Email"
        kind="address"
        label={label}
        check={emailError}
        defaultValue={defaultValue}
        onInput={(event) => onType?.(event.currentTarget.value)}
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
      />
      <TextField
        name="ConfirmEmail"
        kind="address"
        label={t`Confirm email`}
        hint={t`Please type it once more.`}
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint={lastKey}
        {...(blocksCopy && { onCopy: block, onCut: block })}
        onPaste={block}
        onDrop={block}
      />
    </>
  )
}

function block(event: ClipboardEvent | DragEvent): void {
  event.preventDefault()
}
