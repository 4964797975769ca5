import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Switch } from '../ui/Switch.tsx'
import styles from './CookieList.module.css'
import { type Decision, isChoosable } from './decision.ts'

interface Props {
  readonly decisions: readonly Decision[]
  readonly onChange: (changed: Decision) => void
  /** The category whose change is under way, by its id. */
  readonly busy?: number | null
}

/** The cookie categories, each with what it is for; what can be chosen has a switch. */
export function CookieList({ decisions, onChange, busy = null }: Props) {
  return (
    <ul className={styles.list}>
      {decisions.map((decision) => (
        <CookieRow
          key={decision.category.Id}
          decision={decision}
          isBusy={busy === decision.category.Id}
          onChange={onChange}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly decision: Decision
  readonly isBusy: boolean
  readonly onChange: (changed: Decision) => void
}

function CookieRow({ decision, isBusy, onChange }: RowProps) {
  const id = useId()
  const { category, isAccepted } = decision
  return (
    <li className={styles.row}>
      <span id={`${id}name`} className={styles.name}>
        {category.Name}
      </span>
      <p id={`${id}about`}>{category.Description}</p>
      {isChoosable(decision) ? (
        <Switch
          isOn={isAccepted}
          isBusy={isBusy}
          onChange={(next) => onChange({ category, isAccepted: next })}
          aria-labelledby={`${id}name`}
          aria-describedby={`${id}about`}
        />
      ) : (
        <span className={styles.fixed}>
          {category.IsActive ? <Trans>Always on</Trans> : <Trans>Not in use</Trans>}
        </span>
      )}
    </li>
  )
}
