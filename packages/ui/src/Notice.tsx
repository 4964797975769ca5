import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Notice.module.css'

/** Something that concerns the whole form or page; read out as soon as it appears. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={styles.notice}>
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  )
}
