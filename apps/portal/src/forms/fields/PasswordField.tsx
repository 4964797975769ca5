import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './Field.module.css'
import { TextField } from './TextField.tsx'

interface Props {
  readonly name: string
  readonly label: ReactNode
  readonly autoComplete: 'current-password' | 'new-password'
  readonly enterKeyHint?: 'next' | 'go'
  readonly checkedError?: string | null
  readonly below?: ReactNode
  /** Another description of the field, by its id. */
  readonly describedBy?: string | undefined
  readonly autoFocus?: boolean
  readonly 'data-first'?: '' | undefined
  readonly onType?: (password: string) => void
  /** The rules of a new password, in the words of browsers that make one up. */
  readonly passwordrules?: string
}

/**
 * A password that can be shown, and that says when Caps Lock is on. It is hidden again when it is sent:
 * browsers keep what a field of text has sent.
 */
export function PasswordField({ label, below, onType, ...props }: Props) {
  const id = useId()
  const [isShown, show] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = input.current?.form
    const hide = () => show(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...props}
      ref={input}
      kind={null}
      // A form may have several: the button says whose it is.
      label={<span id={id}>{label}</span>}
      type={isShown ? 'text' : 'password'}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      onInput={(event) => onType?.(event.currentTarget.value)}
      aside={
        <button
          type="button"
          className={`word ${styles.reveal}`}
          aria-describedby={id}
          onClick={() => show(!isShown)}
        >
          {isShown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </button>
      }
      below={
        <>
          <div aria-live="polite" className={hasCapsLock ? 'hint' : 'unseen'}>
            {hasCapsLock && <Trans>Caps Lock is on.</Trans>}
          </div>
          {below}
        </>
      }
    />
  )
}
