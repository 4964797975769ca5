import { useId, useState } from 'react'
import { lastReasons } from './reasons.ts'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly complaint: string | undefined
}

/** The reason of an act, with the person's last ones to choose from. */
export function ReasonField({ value, onChange, complaint }: Props) {
  const id = useId()
  const [last] = useState(lastReasons)
  return (
    <div className="field">
      <label htmlFor={id}>Reason</label>
      <textarea
        id={id}
        rows={2}
        required
        value={value}
        aria-invalid={complaint !== undefined || undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-about`} className="about">
        {complaint !== undefined && (
          <strong className="complaint">{`Reason ${complaint}. `}</strong>
        )}
        The audit log keeps this for ever. Give a ticket, and no addresses.
      </p>
      {last.length > 0 && (
        <div className="suggestions" role="group" aria-label="Your last reasons">
          {last.map((each) => (
            <button key={each} type="button" className="plain" onClick={() => onChange(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
