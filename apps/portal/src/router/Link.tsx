import type { Path } from '@gatehouse/contract/routes'
import type { MouseEvent, ReactNode } from 'react'
import { usePath, useRouter } from './router.ts'

interface Props {
  readonly to: Path
  /** Which part of that screen it leads to. */
  readonly query?: `?${string}` | undefined
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-labelledby'?: string
  /** A screen is shown that belongs to the one that the link leads to. */
  readonly isWithin?: boolean
  readonly onClick?: () => void
}

/**
 * A link to another screen of the portal; it is `aria-current` while that screen is shown. The
 * files of that screen are fetched as soon as the link is about to be pressed.
 */
export function Link({ to, query, onClick, isWithin = false, children, ...props }: Props) {
  const { navigate, prefetch } = useRouter()
  const href = to + (query ?? '')
  const isCurrent = usePath() === to && query === undefined
  const prepare = () => prefetch(to)
  return (
    <a
      {...props}
      href={href}
      aria-current={isCurrent ? 'page' : isWithin || undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => {
        onClick?.()
        if (opensElsewhere(event)) return
        event.preventDefault()
        void navigate(href)
      }}
    >
      {children}
    </a>
  )
}

/** A tab, a window or its own file is the browser's business. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
