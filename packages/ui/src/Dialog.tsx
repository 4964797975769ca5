import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly title: ReactNode
  /** The person has closed it: by Escape, or by the browser's own means. */
  readonly onCancel: () => void
  /** Nothing but an answer in it closes it: what it shows is not shown again. */
  readonly needsAnswer?: boolean
  readonly children: ReactNode
}

/**
 * A dialog over the page, open as long as it is rendered. The browser keeps the focus inside, makes
 * the page behind it inert, and gives the focus back afterwards.
 */
export function Dialog({ title, onCancel, needsAnswer = false, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Not what happens to be the first button: the question is read before its answers.
    const field = shown?.querySelector<HTMLElement>('input:not([tabindex="-1"],[type="checkbox"])')
    const first = field ?? heading.current
    first?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (needsAnswer) event.preventDefault()
      }}
      onClose={() => {
        // Development mode opens it twice: the first close event arrives when it is open again.
        if (dialog.current?.open !== false) return
        // A second Escape closes it whatever was said to the first.
        if (needsAnswer) dialog.current.showModal()
        else onCancel()
      }}
    >
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
