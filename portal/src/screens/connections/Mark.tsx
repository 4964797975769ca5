import type { CanonicalName } from '@gatehouse/contract/entities'
import styles from './LinkAccount.module.css'

/** Drawn for this portal on a grid of 24, so that each service is known at a glance. */
const shapes: Readonly<Record<CanonicalName, string>> = {
  steam:
    'M3.2 13.6A9 9 0 1 1 4.6 17l3.1 1.3M15.4 6.2a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4Zm-6.2 8a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Zm-6 -.6 4 1.7m3.8 -.2 2.3-2.9',
  twitch: 'M6 3.5h14V14l-4 4h-4l-3 3v-3H4.5V6.5L6 3.5Zm5.2 4.2v4.6m4.6-4.6v4.6',
  'epic-games': 'M5 3h14v14.6L12 21l-7-3.4V3Zm9.6 4H9.4v9.2h5.2M9.4 11.5h4.2',
  'game-pass':
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM7 4.8c2 .3 3.7 1.6 5 3 1.3-1.4 3-2.7 5-3M5.4 18c.4-3.5 3.3-7.3 6.6-10.2 3.3 2.9 6.2 6.7 6.6 10.2',
}

/** The mark of a service, beside its name. */
export function Mark({ of, isLinked }: { readonly of: CanonicalName; readonly isLinked: boolean }) {
  return (
    <span className={styles.mark} data-linked={isLinked}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={shapes[of]} />
      </svg>
    </span>
  )
}
