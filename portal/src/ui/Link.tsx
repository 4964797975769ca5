import type { Path } from '@gatehouse/contract/paths'
import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  readonly to: Path
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly 'aria-describedby'?: string
  readonly onClick?: () => void
}

/** A link to another screen of the portal; it is `aria-current` while that screen is shown. */
export function Link({ to, ...props }: Props) {
  return <RouterLink {...props} to={to} activeOptions={{ exact: true }} />
}
