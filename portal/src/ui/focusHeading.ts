/** Moves the focus to the heading of what is shown now, so that it is read first. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Moves the focus to an element as it appears, for its `ref`: the same function at every rendering. */
export const focusOnce = (element: HTMLElement | null) => element?.focus()
