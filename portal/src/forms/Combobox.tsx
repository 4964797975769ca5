import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ReactNode, useId, useState } from 'react'
import styles from './Combobox.module.css'
import { FieldFaults } from './FieldFaults.tsx'
import field from './Field.module.css'
import { useFormField } from './formContext.ts'

interface Props {
  readonly name: string
  readonly label: ReactNode
  readonly value: string
  /** What fits to a text that was typed, best first. */
  readonly suggest: (typed: string) => readonly string[]
  readonly onType: (text: string) => void
}

/** A text with suggestions: arrows and Enter choose one, Escape closes them, anything can be typed. */
export function Combobox({ name, label, value, suggest, onType }: Props) {
  const id = useId()
  const { faults, forgetFaults } = useFormField(name)
  const [isOpen, setOpen] = useState(false)
  const suggestions = suggest(value)
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <Autocomplete.Root
        items={suggestions}
        filter={null}
        // While it is open the rest of the page is out of reach: never for an empty list.
        open={isOpen && suggestions.length > 0}
        onOpenChange={setOpen}
        value={value}
        onValueChange={(text) => {
          forgetFaults()
          onType(text)
        }}
      >
        <div className={field.control}>
          <Autocomplete.Input
            id={id}
            name={name}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={faults.length > 0 || undefined}
            aria-describedby={`${id}-faults`}
          />
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner align="start" sideOffset={4}>
            <Autocomplete.Popup className={styles.popup}>
              <Autocomplete.List>
                {(suggestion: string) => (
                  <Autocomplete.Item
                    key={suggestion}
                    value={suggestion}
                    className={styles.suggestion}
                  >
                    {suggestion}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  )
}
