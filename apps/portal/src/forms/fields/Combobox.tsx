import { blurDelay, inputDelay } from '@gatehouse/contract/browserLimits'
import { useSettled } from '@gatehouse/ui/useSettled'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './Combobox.module.css'
import { cleanInput } from '../submit/cleanField.ts'
import { FieldErrors } from './FieldErrors.tsx'
import field from './Field.module.css'
import { useFormField } from '../submit/formContext.ts'

/** They move the caret in the text, and do nothing else. */
const caretKeys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

interface Props {
  readonly name: string
  readonly label: ReactNode
  readonly value: string
  /** The kind of value that a browser may fill in. */
  readonly autoComplete: string
  /** The suggestions for a typed text, best first. */
  readonly suggest: (typed: string) => readonly string[]
  readonly onType: (text: string) => void
}

/**
 * A text with suggestions: the editable combobox of the ARIA Authoring Practices. Arrows and Enter
 * choose one, Escape closes the list, anything else can be typed. Alt and an arrow open and close
 * the list and choose nothing; what moves the caret leads back to the text. The focus stays in the
 * input.
 */
export function Combobox({ name, label, value, autoComplete, suggest, onType }: Props) {
  const { t } = useLingui()
  const id = useId()
  const { errors, forgetErrors } = useFormField(name)
  // The list waits until the player pauses; an arrow asks for it at once.
  const [settled, catchUp] = useSettled(value, inputDelay)
  const suggestions = suggest(settled)
  const list = useSuggestions(suggestions, {
    choose: change,
    refresh() {
      catchUp()
      return suggest(value)
    },
  })
  const { isOpen, position } = list
  const idOf = (index: number) => `${id}-${index}`

  function change(text: string) {
    forgetErrors()
    list.activate(null)
    onType(text)
  }

  return (
    <div className={`stack ${field.field}`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.place}>
        <div className={field.control}>
          <input
            id={id}
            name={name}
            role="combobox"
            autoComplete={autoComplete}
            enterKeyHint="done"
            spellCheck={false}
            autoCorrect="off"
            value={value}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={position === -1 ? undefined : idOf(position)}
            aria-invalid={errors.length > 0 || undefined}
            aria-describedby={`${id}-errors`}
            onKeyDown={list.press}
            onBlur={list.leave}
            onFocus={list.stay}
            onChange={(event) => {
              list.open()
              cleanInput(event.currentTarget, 'line', event.nativeEvent)
              change(event.currentTarget.value)
            }}
          />
        </div>
        {isOpen && (
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={t`Suggestions`}
            className={`picks ${styles.list}`}
          >
            {suggestions.map((suggestion, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus and the keys are the input's
              <div
                key={suggestion}
                id={idOf(index)}
                role="option"
                aria-selected={index === position}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => list.choose(suggestion)}
              >
                {suggestion}
              </div>
            ))}
          </div>
        )}
      </div>
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  )
}

interface SuggestionActions {
  readonly choose: (suggestion: string) => void
  /** Updates the list by the typed text, and answers it. */
  readonly refresh: () => readonly string[]
}

/**
 * The list of suggestions: whether it is open, which one is active, and how keys lead through it.
 */
function useSuggestions(
  suggestions: readonly string[],
  { choose: onChoose, refresh }: SuggestionActions,
) {
  const [isWanted, want] = useState(false)
  const [active, activate] = useState<string | null>(null)
  const isOpen = isWanted && suggestions.length > 0
  const position = isOpen && active !== null ? suggestions.indexOf(active) : -1
  const open = () => want(true)

  function close() {
    want(false)
    activate(null)
  }

  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = () => clearTimeout(leaving.current)
  useEffect(() => () => clearTimeout(leaving.current), [])

  function leave() {
    leaving.current = setTimeout(close, blurDelay)
  }

  function choose(suggestion: string) {
    onChoose(suggestion)
    close()
  }

  /** From the input the arrows lead to the first or the last one, and from there back to it. */
  function move(by: 1 | -1) {
    const stops = [...refresh(), null]
    open()
    activate(stops.at((position + by + stops.length) % stops.length) ?? null)
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions[position]
    if (caretKeys.has(event.key)) return activate(null)
    if (event.altKey && event.key === 'ArrowDown') open()
    else if (event.altKey && event.key === 'ArrowUp') close()
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return { isOpen, position, activate, open, leave, stay, choose, press }
}
