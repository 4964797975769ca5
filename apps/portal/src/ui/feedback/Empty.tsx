import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './Empty.module.css'

interface Props {
  readonly drawing: DrawingName
  readonly children: ReactNode
}

/** In place of a list without entries: a small scene, and what would be here in a sentence. */
export function Empty({ drawing, children }: Props) {
  return (
    <div className={`stack ${styles.empty}`}>
      <Drawing name={drawing} />
      <p>{children}</p>
    </div>
  )
}
