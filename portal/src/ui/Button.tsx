import type { ComponentProps } from 'react'
import styles from './Button.module.css'

/** `danger`: what it does cannot be undone. */
export type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: Look
  /** Keeps the button's place, width and focus while its work is under way. */
  readonly isBusy?: boolean
}

export function Button({
  look = 'primary',
  isBusy = false,
  type = 'button',
  children,
  onClick,
  ...props
}: Props) {
  return (
    // oxlint-disable-next-line react/button-has-type -- given by the caller, 'button' otherwise
    <button
      {...props}
      type={type}
      className={styles.button}
      data-look={look}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    >
      <span className={styles.label}>{children}</span>
    </button>
  )
}
