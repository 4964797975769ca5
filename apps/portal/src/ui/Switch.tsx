import styles from './Switch.module.css'

interface Props {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Its change is under way: it keeps the focus, and takes the next change too. */
  readonly isBusy?: boolean
  readonly 'aria-labelledby': string
  readonly 'aria-describedby'?: string
}

export function Switch({ isOn, onChange, isBusy = false, ...names }: Props) {
  return (
    <input
      {...names}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={isOn}
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      onChange={() => onChange(!isOn)}
    />
  )
}
