import type { ReactNode } from 'react'
import { Icon } from '@gatehouse/ui/Icon'
import styles from '../StatusMessage.module.css'

interface Props {
  /** It is worth knowing, and no success. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}

/** Something that went well and stays on the page, because what comes next depends on it. */
export function SuccessNote({ isPlain = false, children }: Props) {
  return (
    <div role="status" className={`marked ${styles.said}`} data-plain={isPlain}>
      <Icon name={isPlain ? 'note' : 'done'} />
      <div>{children}</div>
    </div>
  )
}
