import type { Path } from '@gatehouse/contract/routes'
import { type ReactNode, useId } from 'react'
import styles from '@gatehouse/ui/Button.module.css'
import type { Look } from '@gatehouse/ui/Button'
import { Link } from '../router/Link.tsx'

type Props = (
  | {
      readonly to: Path
      readonly query?: `?${string}` | undefined
      readonly href?: never
      readonly opensTab?: never
    }
  | {
      readonly to?: never
      readonly query?: never
      readonly href: string
      readonly opensTab?: boolean
    }
) & {
  readonly look?: Look
  readonly children: ReactNode
  readonly 'aria-describedby'?: string
  /** The name of the row that it is of, by its id: it is said after the link's own words. */
  readonly of?: string
}

/**
 * A link that looks like a button: `to` a screen, or `href` a page, loaded as a new page or in its
 * own tab.
 */
export function LinkButton({
  look = 'primary',
  children,
  to,
  query,
  href,
  opensTab = false,
  of,
  ...props
}: Props) {
  const id = useId()
  const label = <span className={styles.label}>{children}</span>
  const named = of !== undefined && { id, 'aria-labelledby': `${id} ${of}` }
  const shape = { ...props, ...named, className: styles.button, 'data-look': look }
  return to === undefined ? (
    <a {...shape} href={href} {...(opensTab && ownTab)}>
      {label}
    </a>
  ) : (
    <Link {...shape} to={to} query={query}>
      {label}
    </Link>
  )
}

const ownTab = { target: '_blank', rel: 'noopener' } as const
