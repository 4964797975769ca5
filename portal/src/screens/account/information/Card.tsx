import type { Path } from '@gatehouse/contract/routes'
import { type ReactNode, useId } from 'react'
import { Link } from '../../../ui/Link.tsx'
import styles from './Information.module.css'

interface CardProps {
  readonly title: string
  readonly to?: Path
  /** What its link says. */
  readonly way?: ReactNode
  readonly children: ReactNode
}

/** Something that is true of the player, with the way to where it is changed. */
export function Card({ title, to, way, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {to !== undefined && (
        <Link to={to} aria-describedby={id}>
          {way}
        </Link>
      )}
    </section>
  )
}
