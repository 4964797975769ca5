import type { FormValues } from '../submit/FormValues.ts'
import styles from './Field.module.css'

/**
 * Two inputs that nobody sees, reaches by keyboard or is read out, and that no browser fills: what
 * fills them is not a person.
 */
export function BotTraps() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <input type="text" name="UsageNameHoneyPot" tabIndex={-1} autoComplete="off" />
      <input type="checkbox" name="Additional" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** Whether somebody stepped into a trap. */
export function isTrapped(values: FormValues): boolean {
  return values.text('UsageNameHoneyPot') !== '' || values.isTicked('Additional')
}
