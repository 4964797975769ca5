import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Security.module.css'

interface Props {
  readonly title: ReactNode
  /** That it protects the account, or is the next step. */
  readonly state?: ReactNode
  /** The next step to a safe account, or the way out of danger. */
  readonly mark?: 'next' | 'danger' | undefined
  readonly children: ReactNode
}

/** A part of the screen with its heading. */
export function Section({ title, state, mark, children }: Props) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The element of this part that had the focus last. */
  const last = useRef<Node | null>(null)

  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const isHere = target instanceof Node && section.current?.contains(target) === true
      last.current = isHere ? target : null
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [])

  // The focused element is gone, and the focus with it: the keyboard goes on from the heading.
  useEffect(() => {
    const isGone = last.current?.isConnected === false
    if (isGone && document.activeElement === document.body) heading.current?.focus()
  })

  return (
    <section
      ref={section}
      className={`plate ${styles.section}`}
      aria-labelledby={id}
      data-mark={mark}
    >
      <div className="acts near apart">
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {state}
      </div>
      {children}
    </section>
  )
}
