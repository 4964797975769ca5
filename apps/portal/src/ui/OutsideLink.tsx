import type { ReactNode } from 'react'

interface Props {
  /** Empty: the words stand without a link. */
  readonly href: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A page of another site, in its own tab: a half-filled form stays where it is. */
export function OutsideLink({ href, className, children }: Props) {
  if (href === '') return children
  return (
    <a href={href} className={className} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
