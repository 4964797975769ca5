import { useState } from 'react'
import { Reset } from './ColourFields.tsx'
import { type Overlay, type ShownField, themeOf, withField, withThemePart } from './studio.ts'

interface Props {
  readonly fields: readonly ShownField[]
  readonly overlay: Overlay
  readonly onChange: (overlay: Overlay) => void
}

/** Fields of the file, each by its form: a text, a choice, yes or no, or JSON. */
export function ValueFields({ fields, overlay, onChange }: Props) {
  return (
    <div className="act">
      {fields.map((field) => {
        const { field: name, value, description, isEditable } = field
        const isOwn = Object.hasOwn(overlay, name)
        const now = isOwn ? overlay[name] : value
        return (
          <div key={name} className="field">
            <label>
              <span>{wordsOf(name)}</span>
              <Input
                field={field}
                value={now}
                isEditable={isEditable}
                onChange={(next) => onChange(withField(overlay, name, next))}
              />
            </label>
            <p className="about">{description}</p>
            <Reset
              isOwn={isOwn && isEditable}
              name={wordsOf(name)}
              onReset={() => onChange(withField(overlay, name, undefined))}
            />
          </div>
        )
      })}
    </div>
  )
}

/** `RegisterStudioName`: register studio name. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

interface InputProps {
  readonly field: ShownField
  readonly value: unknown
  readonly isEditable: boolean
  readonly onChange: (value: unknown) => void
}

function Input({ field: { form }, value, isEditable, onChange }: InputProps) {
  if (form?.type === 'boolean') {
    return (
      <input
        type="checkbox"
        checked={value === true}
        disabled={!isEditable}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  if (form?.enum !== undefined) {
    return (
      <select
        value={String(value)}
        disabled={!isEditable}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {form.enum.map((each) => (
          <option key={each} value={each}>
            {each === '' ? 'none' : each}
          </option>
        ))}
      </select>
    )
  }
  if (typeof value === 'string' || form?.type === 'string') {
    return (
      <input
        value={textOf(value)}
        disabled={!isEditable}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return <JsonInput value={value} isEditable={isEditable} onChange={onChange} />
}

/** A value without a simpler form, as JSON. A text that is none changes nothing, and stays. */
function JsonInput({ value, isEditable, onChange }: Omit<InputProps, 'field'>) {
  const [typed, setTyped] = useState({ text: '', of: '' })
  // A value that was put back is not the one that was typed.
  const text = typed.of === JSON.stringify(value) ? typed.text : JSON.stringify(value, null, 2)
  const isJson = canParse(text)
  return (
    <>
      <textarea
        value={text}
        rows={4}
        spellCheck={false}
        disabled={!isEditable}
        aria-invalid={!isJson || undefined}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value
          const isNextJson = canParse(next)
          const changed: unknown = isNextJson ? JSON.parse(next) : value
          setTyped({ text: next, of: JSON.stringify(changed) })
          if (isNextJson) onChange(changed)
        }}
      />
      {!isJson && <strong className="complaint">This is no JSON: it changes nothing yet.</strong>}
    </>
  )
}

function canParse(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The images of the theme. */
const images = {
  icon: 'Sign and icon of the tab',
  banner: 'Banner',
  artLight: 'Scene, light',
  artDark: 'Scene, dark',
  wordmark: 'Wordmark',
} as const

interface ImageProps extends Omit<Props, 'fields'> {
  readonly theme: Readonly<Record<string, unknown>>
  readonly parts: readonly (keyof typeof images)[]
}

export function ImageFields({ theme, parts, overlay, onChange }: ImageProps) {
  const own = themeOf(overlay)
  return (
    <div className="act">
      {parts
        .map((part) => [part, images[part]] as const)
        .map(([part, label]) => (
          <div key={part} className="field">
            <label>
              <span>{label}</span>
              <input
                value={textOf(own[part] ?? theme[part])}
                placeholder="https://… or a path of the portal"
                onChange={({ currentTarget }) =>
                  onChange(
                    withThemePart(
                      overlay,
                      part,
                      currentTarget.value === '' ? undefined : currentTarget.value,
                    ),
                  )
                }
              />
            </label>
            <Reset
              isOwn={own[part] !== undefined}
              name={label}
              onReset={() => onChange(withThemePart(overlay, part, undefined))}
            />
          </div>
        ))}
    </div>
  )
}
