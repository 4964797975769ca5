import type { ReactNode } from 'react'
import styles from './Empty.module.css'
import { Icon } from '../Icon.tsx'

/** In place of a list without entries: what would be here, in a sentence. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon name="open" />
      <p>{children}</p>
    </div>
  )
}
