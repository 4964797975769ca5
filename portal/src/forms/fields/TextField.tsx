import type { ErrorCode } from '@gatehouse/contract/errors'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldErrors } from './FieldErrors.tsx'
import styles from './Field.module.css'
import { dropDirections } from './dropDirections.ts'
import { useBlurCheck } from './useBlurCheck.ts'
import { useFormField } from '../submit/formContext.ts'

type Input = Omit<ComponentProps<'input'>, 'id' | 'className' | 'name' | 'children'>

interface Props extends Input {
  /** The Property under which the server names this field. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The error that the portal itself finds during typing. */
  readonly ownError?: string | null
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
  hint,
  ownError = null,
  check,
  isOptional = false,
  describedBy,
  aside,
  below,
  onInput,
  onBlur,
  defaultValue,
  ...input
}: Props) {
  const id = useId()
  const field = useFormField(name)
  const blurred = useBlurCheck(check)
  const own = [ownError, blurred.words].filter((words) => words !== null)
  const errors = [...new Set([...own, ...field.errors])]
  const described = [hint && `${id}-hint`, describedBy, `${id}-errors`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
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
          {...input}
          id={id}
          name={name}
          defaultValue={field.drafted ?? defaultValue}
          aria-required={isOptional || input.readOnly ? undefined : true}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={described}
          onInput={(event) => {
            dropDirections(event.currentTarget)
            field.forgetErrors()
            blurred.forget()
            onInput?.(event)
          }}
          onBlur={(event) => {
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
