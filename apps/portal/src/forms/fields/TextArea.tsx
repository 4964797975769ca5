import { bounds } from '@gatehouse/contract/limits'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldErrors } from './FieldErrors.tsx'
import styles from './Field.module.css'
import { cleanInput } from '../submit/cleanField.ts'
import { useFormField } from '../submit/formContext.ts'

interface Props extends Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'name' | 'children'> {
  /** The Property under which the server names this field. */
  readonly name: string
  readonly label: ReactNode
}

/** A labelled text of several lines, as long as the server takes it. */
export function TextArea({ name, label, onInput, ...area }: Props) {
  const id = useId()
  const { errors, forgetErrors } = useFormField(name)
  return (
    <div className={`stack ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        <textarea
          dir="auto"
          rows={4}
          maxLength={bounds.text.max}
          {...area}
          id={id}
          name={name}
          data-text="lines"
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={`${id}-errors`}
          onInput={(event) => {
            cleanInput(event.currentTarget, 'lines', event.nativeEvent)
            forgetErrors()
            onInput?.(event)
          }}
        />
      </div>
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  )
}
