import styles from './Wordmark.module.css'

interface Props {
  readonly name: string
  /** Which environment this is, unless it is the real one. */
  readonly badge: string
}

/** The theme's sign and the studio's name, or the wordmark that a deployment has in their place. */
export function Wordmark({ name, badge }: Props) {
  return (
    <span className={styles.wordmark}>
      <span className={styles.sign} />
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        {badge !== '' && <small className={styles.badge}>{badge}</small>}
      </span>
    </span>
  )
}
