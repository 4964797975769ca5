import styles from './Wordmark.module.css'

interface Props {
  readonly name: string
  /** Which environment this is, unless it is the real one. */
  readonly badge: string
}

/** The gate and the studio's name. */
export function Wordmark({ name, badge }: Props) {
  return (
    <span className={styles.wordmark}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M4 29V13l3-2V5h4v3l5-5 5 5V5h4v6l3 2v16h-7v-8a5 5 0 0 0-10 0v8Z" />
        <path className={styles.light} d="M13 29v-8a3 3 0 0 1 6 0v8Z" />
      </svg>
      <span>{name}</span>
      {badge !== '' && <small className={styles.badge}>{badge}</small>}
    </span>
  )
}
