import type { CanonicalName } from '@gatehouse/contract/entities'
import type { CSSProperties } from 'react'
import { LoadedPicture } from '../../ui/LoadedPicture.tsx'
import styles from '../../ui/Mark.module.css'

/** Drawn so that each service is known at a glance: its icon is the file of its name. */
const shapes = import.meta.glob<string>('./icons/*.ts', { eager: true, import: 'shape' })
const colours = import.meta.glob<string>('./icons/*.ts', { eager: true, import: 'colour' })

interface Props {
  readonly of: CanonicalName
  /** The address of the deployment's own icon; '' without one. */
  readonly image: string
  readonly isLinked: boolean
}

/** The mark of a service: the icon of the API; without one, or when it is broken, our own drawing. */
export function Mark({ of, image, isLinked }: Props) {
  const file = `./icons/${of}.ts`
  return (
    <span
      className={styles.mark}
      data-linked={isLinked}
      style={{ '--own': colours[file] } as CSSProperties}
    >
      <LoadedPicture src={image}>
        <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true">
          <path d={shapes[file]} />
        </svg>
      </LoadedPicture>
    </span>
  )
}
