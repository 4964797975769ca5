import { type ChangeEvent, useId } from 'react'
import { useNow } from '../lists/useNow.ts'
import { type Field, inDays } from './fieldsOf.ts'

interface Props {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
  readonly complaint: string | undefined
}

/** A field of an order: its label, what it is, and what is wrong with it. */
export function OrderField({ field, value, onChange, complaint }: Props) {
  const id = useId()
  const { kind, label, description, isRequired } = field
  const control = {
    id,
    value,
    required: isRequired,
    'aria-invalid': complaint !== undefined || undefined,
    'aria-describedby': `${id}-about`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(event.currentTarget.value),
  }
  const about = (
    <p id={`${id}-about`} className="about">
      {complaint !== undefined && (
        <strong className="complaint">{`${label} ${complaint}. `}</strong>
      )}
      {description}
    </p>
  )
  if (kind === 'flag') {
    return (
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            checked={value === 'true'}
            aria-describedby={`${id}-about`}
            onChange={(event) => onChange(String(event.currentTarget.checked))}
          />
          {label}
        </label>
        {about}
      </div>
    )
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!isRequired && <span className="optional"> (optional)</span>}
      </label>
      <Control field={field} control={control} onChange={onChange} />
      {about}
    </div>
  )
}

interface ControlProps {
  readonly field: Field
  readonly control: {
    readonly id: string
    readonly value: string
    readonly required: boolean
    readonly onChange: (
      event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
    ) => void
  }
  readonly onChange: (value: string) => void
}

function Control({ field: { kind, name, options, isRequired }, control, onChange }: ControlProps) {
  if (kind === 'choice') {
    return (
      <select {...control}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option !== '' ? option : isRequired ? 'Choose' : 'no change'}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'area') return <textarea {...control} rows={3} />
  if (kind === 'file') return <FileControl control={control} onChange={onChange} />
  if (kind === 'moment') {
    return (
      <span className="moment">
        <input {...control} type="datetime-local" />
        {name === 'until' && (
          <Spans value={control.value} isEndless={!isRequired} onChange={onChange} />
        )}
      </span>
    )
  }
  return (
    <input
      {...control}
      type={kind === 'number' ? 'number' : 'text'}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The content of a file: chosen, dropped by the browser, or typed. */
function FileControl({ control, onChange }: Omit<ControlProps, 'field'>) {
  return (
    <>
      <textarea {...control} rows={5} />
      <input
        type="file"
        accept="text/*,.csv,.md,.json"
        aria-label="Take the text from a file"
        onChange={(event) => void event.currentTarget.files?.[0]?.text().then(onChange)}
      />
    </>
  )
}

const spans = [
  ['1 day', 1],
  ['7 days', 7],
  ['30 days', 30],
] as const

interface SpansProps {
  readonly value: string
  /** True where the end may be left out. */
  readonly isEndless: boolean
  readonly onChange: (value: string) => void
}

function Spans({ value, isEndless, onChange }: SpansProps) {
  const left = (Date.parse(value) - useNow()) / 86_400_000
  return (
    <span className="spans">
      {spans.map(([words, days]) => (
        <button
          key={words}
          type="button"
          className="plain"
          aria-pressed={Math.abs(left - days) < 0.01}
          onClick={() => onChange(inDays(days))}
        >
          {words}
        </button>
      ))}
      {isEndless && (
        <button
          type="button"
          className="plain"
          aria-pressed={value === ''}
          onClick={() => onChange('')}
        >
          for ever
        </button>
      )}
    </span>
  )
}
