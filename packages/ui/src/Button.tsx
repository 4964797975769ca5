import { type ComponentProps, useId } from 'react'
import styles from './Button.module.css'

/** `danger`: what it does cannot be undone. */
export type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: Look
  /** Keeps the button's place, width and focus while its work is under way. */
  readonly isBusy?: boolean
  /** The name of the row that it is of, by its id: it is said after the button's own words. */
  readonly of?: string
}

export function Button({
  look = 'primary',
  isBusy = false,
  type = 'button',
  of,
  children,
  onClick,
  ...props
}: Props) {
  const id = useId()
  return (
    // oxlint-disable-next-line react/button-has-type -- given by the caller, 'button' otherwise
    <button
      {...props}
      {...(of !== undefined && { id, 'aria-labelledby': `${id} ${of}` })}
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
