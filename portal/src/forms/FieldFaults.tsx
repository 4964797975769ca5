import { useLingui } from '@lingui/react/macro'
import { message } from '../locales/message.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Field.module.css'

interface Props {
  readonly id: string
  readonly faults: readonly string[]
}

/** What is wrong with a field, right after it. Its place is always there, so that it is announced. */
export function FieldFaults({ id, faults }: Props) {
  const { i18n } = useLingui()
  return (
    <div id={id} aria-live="polite">
      {faults.map((fault) => (
        <p key={fault} className={styles.fault}>
          <Icon name="warning" />
          {message(i18n, fault)}
        </p>
      ))}
    </div>
  )
}
