import styles from './Field.module.css'
import type { KindOfText } from '@gatehouse/contract/cleanText'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { type ComponentProps, type ReactNode, useId, useEffect, useRef, useState } from 'react'
import { FieldErrors } from './FieldErrors.tsx'
import { cleanField, cleanInput } from '../submit/cleanField.ts'
import { useFormField } from '../submit/formContext.ts'
import { submitDelay } from '@gatehouse/contract/browserLimits'
import { useLingui } from '@lingui/react'
import { wordsOfErrors } from '../submit/wordsOfErrors.ts'

type Input = Omit<ComponentProps<'input'>, 'id' | 'className' | 'name' | 'children'>

interface Props extends Input {
  /** The Property under which the server names this field. */
  readonly name: string
  readonly label: ReactNode
  /** What its text is, and so what of it means nothing; null for a password, which stays as it is. */
  readonly kind?: KindOfText | null
  readonly hint?: ReactNode
  /** The error that the portal itself finds during typing. */
  readonly checkedError?: string | null
  /** The rule of the field, asked when the player leaves it with something in it. */
  readonly check?: ((text: string) => ErrorCode | null) | undefined
  /** The form can be sent without it. */
  readonly isOptional?: boolean
  /** Another description of the input, by its id. */
  readonly describedBy?: string | undefined
  /** Beside the input, inside its border. */
  readonly aside?: ReactNode
  /** Between the input and its errors. */
  readonly below?: ReactNode
}

/**
 * A labelled input with its hint and its errors. Its text is Latin, from left to right, unless
 * `dir` says otherwise.
 */
export function TextField({
  name,
  label,
  kind = 'line',
  hint,
  checkedError = null,
  check,
  isOptional = false,
  describedBy,
  aside,
  below,
  onInput,
  onCompositionEnd,
  onBlur,
  ...input
}: Props) {
  const id = useId()
  const field = useFormField(name)
  const blurred = useBlurCheck(check)
  const fieldErrors = [checkedError, blurred.words].filter((words) => words !== null)
  const errors = [...new Set([...fieldErrors, ...field.errors])]
  const described = [hint && `${id}-hint`, describedBy, `${id}-errors`].filter(Boolean).join(' ')
  return (
    <div className={`stack ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <div className={styles.control}>
        <input
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...input}
          id={id}
          name={name}
          data-text={kind ?? undefined}
          aria-required={isOptional || input.readOnly ? undefined : true}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={described}
          onInput={(event) => {
            if (kind !== null) cleanInput(event.currentTarget, kind, event.nativeEvent)
            field.forgetErrors()
            blurred.forget()
            onInput?.(event)
          }}
          onCompositionEnd={(event) => {
            if (kind !== null) cleanInput(event.currentTarget, kind, event.nativeEvent)
            onCompositionEnd?.(event)
          }}
          onBlur={(event) => {
            if (kind !== null) cleanField(event.currentTarget, kind)
            blurred.run(event.currentTarget.value)
            onBlur?.(event)
          }}
        />
        {aside}
      </div>
      {below}
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  )
}

/**
 * Checks a field's text by its rule, once the player has left the field. It waits as long as a
 * press lasts: a sentence that came at once would push the pressed button away. An empty field is
 * not wrong before the form is sent.
 */
function useBlurCheck(check: ((text: string) => ErrorCode | null) | undefined) {
  // The sentence is made at each look, because the page can go on in another language.
  useLingui()
  const [sentence, setWords] = useState<{ readonly say: () => string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function show(code: ErrorCode) {
    const begun = timer.current
    const wordsFor = await wordsOfErrors()
    if (begun === timer.current) setWords({ say: () => wordsFor(code) })
  }

  return {
    words: sentence?.say() ?? null,
    forget() {
      clearTimeout(timer.current)
      timer.current = undefined
      setWords(null)
    },
    run(text: string) {
      const code = text === '' ? null : (check?.(text) ?? null)
      if (code === null) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void show(code), submitDelay)
    },
  }
}
