import { type ReactNode, useId } from 'react'
import { FieldFaults } from './FieldFaults.tsx'
import styles from './Field.module.css'
import { useFormField } from './formContext.ts'

interface Props {
  readonly name: string
  readonly label: ReactNode
}

/** A box that is empty until the player ticks it. */
export function Checkbox({ name, label }: Props) {
  const id = useId()
  const { faults, drafted, forgetFaults } = useFormField(name)
  return (
    <div className={styles.field}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          name={name}
          defaultChecked={drafted !== undefined}
          aria-invalid={faults.length > 0 || undefined}
          aria-describedby={id}
          onChange={forgetFaults}
        />
        <span>{label}</span>
      </label>
      <FieldFaults id={id} faults={faults} />
    </div>
  )
}
