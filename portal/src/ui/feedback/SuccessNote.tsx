import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './SuccessNote.module.css'

/** Something that went well and stays on the page, because what comes next depends on it. */
export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={styles.done}>
      <Icon name="done" />
      <div>{children}</div>
    </div>
  )
}
