import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldErrors } from './FieldErrors.tsx'
import styles from './Field.module.css'
import { useFormField } from '../submit/formContext.ts'

type Input = Omit<ComponentProps<'input'>, 'id' | 'className' | 'name' | 'children'>

interface Props extends Input {
  /** The Property under which the server names this field. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** What the portal itself finds wrong while it is typed. */
  readonly ownError?: string | null
  /** What else describes the input, by its id. */
  readonly describedBy?: string | undefined
  /** Beside the input, inside its border. */
  readonly aside?: ReactNode
  /** Between the input and its errors. */
  readonly below?: ReactNode
}

/** A labelled input with its hint and its errors. */
export function TextField({
  name,
  label,
  hint,
  ownError = null,
  describedBy,
  aside,
  below,
  onInput,
  defaultValue,
  ...input
}: Props) {
  const id = useId()
  const field = useFormField(name)
  const errors = [...new Set(ownError === null ? field.errors : [ownError, ...field.errors])]
  const described = [hint && `${id}-hint`, describedBy, `${id}-errors`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.control}>
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          id={id}
          name={name}
          defaultValue={field.drafted ?? defaultValue}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={described}
          onInput={(event) => {
            field.forgetErrors()
            onInput?.(event)
          }}
        />
        {aside}
      </div>
      {below}
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  )
}
