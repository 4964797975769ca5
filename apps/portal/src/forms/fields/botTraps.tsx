import styles from './Field.module.css'
import type { FormValues } from '../submit/useSubmission.ts'

/**
 * Two inputs that no person sees, reaches by keyboard or hears read out, and that no browser fills:
 * only a bot fills them.
 */
export function BotTraps() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <input type="text" name="UsageNameHoneyPot" tabIndex={-1} autoComplete="off" />
      <input type="checkbox" name="Additional" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** True if a bot filled a trap. */
export function isTrapped(values: FormValues): boolean {
  return values.text('UsageNameHoneyPot') !== '' || values.isTicked('Additional')
}
