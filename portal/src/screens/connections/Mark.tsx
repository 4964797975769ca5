import type { CanonicalName } from '@gatehouse/contract/entities'
import styles from './LinkAccount.module.css'

/** Drawn so that each service is known at a glance: its icon is the file of its name. */
const shapes = import.meta.glob<string>('./icons/*.ts', { eager: true, import: 'shape' })

/** The mark of a service, beside its name. */
export function Mark({ of, isLinked }: { readonly of: CanonicalName; readonly isLinked: boolean }) {
  return (
    <span className={styles.mark} data-linked={isLinked}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={shapes[`./icons/${of}.ts`]} />
      </svg>
    </span>
  )
}
