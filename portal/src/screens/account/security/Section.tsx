import { type ReactNode, useId } from 'react'
import styles from './Security.module.css'

interface Props {
  readonly title: ReactNode
  readonly children: ReactNode
}

/** A part of the screen with its heading. */
export function Section({ title, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
