import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldFaults } from './FieldFaults.tsx'
import styles from './Field.module.css'
import { useFormField } from './formContext.ts'

type Input = Omit<ComponentProps<'input'>, 'id' | 'className' | 'name' | 'children'>

interface Props extends Input {
  /** The Property under which the server names this field. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** What the portal itself finds wrong while it is typed. */
  readonly ownFault?: string | null
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
  ownFault = null,
  describedBy,
  aside,
  below,
  onInput,
  defaultValue,
  ...input
}: Props) {
  const id = useId()
  const field = useFormField(name)
  const faults = [...new Set(ownFault === null ? field.faults : [ownFault, ...field.faults])]
  const described = [hint && `${id}-hint`, describedBy, `${id}-faults`].filter(Boolean).join(' ')
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
          aria-invalid={faults.length > 0 || undefined}
          aria-describedby={described}
          onInput={(event) => {
            field.forgetFaults()
            onInput?.(event)
          }}
        />
        {aside}
      </div>
      {below}
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  )
}
