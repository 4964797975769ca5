import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Switch } from '../ui/Switch.tsx'
import { RowStatus } from '../ui/feedback/RowStatus.tsx'
import rowStyles from '../ui/Row.module.css'
import { type Decision, isChoosable } from './decision.ts'

interface Props {
  readonly decisions: readonly Decision[]
  readonly onChange: (changed: Decision) => void
  /** The state that a category is being turned to, by its id; null while it is at rest. */
  readonly wishOf?: (id: number) => boolean | null
}

const atRest = () => null

/** The cookie categories with their purposes; optional ones have a switch. */
export function CookieList({ decisions, onChange, wishOf = atRest }: Props) {
  return (
    <ul>
      {decisions.map((decision) => (
        <CookieRow
          key={decision.category.Id}
          decision={decision}
          wish={wishOf(decision.category.Id)}
          onChange={onChange}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly decision: Decision
  readonly wish: boolean | null
  readonly onChange: (changed: Decision) => void
}

function CookieRow({ decision, wish, onChange }: RowProps) {
  const id = useId()
  const { category, isAccepted } = decision
  return (
    <li className={rowStyles.row}>
      <div>
        <b id={`${id}name`} dir="auto">
          {category.Name}
        </b>
        <p id={`${id}about`} dir="auto">
          {category.Description}
        </p>
        <RowStatus wish={wish} />
      </div>
      {isChoosable(decision) ? (
        <Switch
          isOn={isAccepted}
          isBusy={wish !== null}
          onChange={(next) => onChange({ category, isAccepted: next })}
          aria-labelledby={`${id}name`}
          aria-describedby={`${id}about`}
        />
      ) : (
        <span className="quiet">
          {category.IsActive ? <Trans>Always on</Trans> : <Trans>Not in use</Trans>}
        </span>
      )}
    </li>
  )
}
