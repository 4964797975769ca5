import { useEffect } from 'react'

/**
 * Gives the focus to the screen, or to the open dialog, where the part that had it is gone: the button
 * of an act that is over, or a form that gives way to its outcome.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const keep = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      const left = last
      // A person who presses beside every part has left it there.
      queueMicrotask(() => {
        if (relatedTarget === null && last === left && left?.isConnected === true) last = null
      })
    }
    const observer = new MutationObserver(() => {
      const isGone = last !== null && (!last.isConnected || last.matches(':disabled'))
      if (!isGone || document.activeElement?.matches('body, :disabled') !== true) return
      const titles = document.querySelectorAll<HTMLElement>('dialog[open] h2')
      const place = [...titles].at(-1) ?? document.getElementById('main')
      place?.focus()
    })
    document.addEventListener('focusin', keep)
    document.addEventListener('focusout', forget)
    const seen = { childList: true, subtree: true, attributeFilter: ['disabled'] }
    observer.observe(document.body, seen)
    return () => {
      document.removeEventListener('focusin', keep)
      document.removeEventListener('focusout', forget)
      observer.disconnect()
    }
  }, [])
}
