/** Moves the focus to the heading of what is shown now, so that it is read first. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** The field that a player with a keyboard begins a screen with; a touch would open a keyboard over it. */
const firstField = () =>
  matchMedia('(pointer: fine)').matches ? document.querySelector<HTMLElement>('[data-first]') : null

let isBeginning = false

/** True while the focus is being moved to the first field, which the player has not used yet. */
export const isFocusedAhead = () => isBeginning

/** Moves the focus to the first field of a screen, where it has one that may have it. */
export function focusFirstField(): boolean {
  const field = firstField()
  isBeginning = true
  field?.focus()
  isBeginning = false
  return field !== null
}

/** Moves the focus to an element as it appears, for its `ref`: the same function at every rendering. */
export const focusOnce = (element: HTMLElement | null) => element?.focus()
