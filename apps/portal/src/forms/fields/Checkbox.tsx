import { type ReactNode, useId } from 'react'
import { FieldErrors } from './FieldErrors.tsx'
import styles from './Field.module.css'
import { useFormField } from '../submit/formContext.ts'

interface Props {
  readonly name: string
  readonly label: ReactNode
  /** The form cannot be sent without it. */
  readonly isRequired?: boolean
}

/** A box that is empty until the player ticks it. */
export function Checkbox({ name, label, isRequired = false }: Props) {
  const id = useId()
  const { errors, forgetErrors } = useFormField(name)
  return (
    <div className={`stack ${styles.field}`}>
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          aria-required={isRequired || undefined}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={id}
          onChange={forgetErrors}
        />
        <span>{label}</span>
      </label>
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}
