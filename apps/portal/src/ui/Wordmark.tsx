import styles from './Wordmark.module.css'
import { Isolated } from './Isolated.tsx'

interface Props {
  readonly name: string
  /** Which environment this is, unless it is the real one. */
  readonly badge: string
}

/** The theme's sign and the studio's name, or the wordmark that a deployment has in their place. */
export function Wordmark({ name, badge }: Props) {
  return (
    <span className={styles.wordmark}>
      <span className={styles.sign} data-sign="" />
      <span className={styles.words}>
        <Isolated className={styles.name} of={name} />
        {badge !== '' && <small className={styles.badge}>{badge}</small>}
      </span>
    </span>
  )
}
