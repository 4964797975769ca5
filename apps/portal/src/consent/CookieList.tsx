import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Switch } from '../ui/Switch.tsx'
import { RowStatus } from '../ui/feedback/RowStatus.tsx'
import rowStyles from '../ui/Row.module.css'
import { type Decision, isChoosable } from './decision.ts'

interface Props {
  readonly decisions: readonly Decision[]
  readonly onChange: (changed: Decision) => void
  /** The state that a category is being turned to, by its id; null while it is at rest. */
  readonly wishOf?: (id: number) => boolean | null
  /** The state of a switch in a word. */
  readonly wordOf?: ((isAccepted: boolean) => ReactNode) | undefined
}

const atRest = () => null

/** The cookie categories with their purposes; optional ones have a switch. */
export function CookieList({ decisions, onChange, wishOf = atRest, wordOf }: Props) {
  return (
    <ul>
      {decisions.map((decision) => (
        <CookieRow
          key={decision.category.Id}
          decision={decision}
          wish={wishOf(decision.category.Id)}
          onChange={onChange}
          wordOf={wordOf}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly decision: Decision
  readonly wish: boolean | null
  readonly onChange: (changed: Decision) => void
  readonly wordOf: Props['wordOf']
}

function CookieRow({ decision, wish, onChange, wordOf }: RowProps) {
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
        <label className="line">
          {wordOf && (
            // The switch says the same.
            <span aria-hidden="true" className="quiet">
              {wordOf(isAccepted)}
            </span>
          )}
          <Switch
            isOn={isAccepted}
            isBusy={wish !== null}
            onChange={(next) => onChange({ category, isAccepted: next })}
            aria-labelledby={`${id}name`}
            aria-describedby={`${id}about`}
          />
        </label>
      ) : (
        <span className="quiet">
          {category.IsActive ? <Trans>Always on</Trans> : <Trans>Not in use</Trans>}
        </span>
      )}
    </li>
  )
}
