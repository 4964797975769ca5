/** Left in the page by the script behind a prerendered screen. */
interface EarlyInput {
  /** When the player could begin with the screen, by the wall clock in milliseconds. */
  readonly shownAt: number
  /** Links and buttons of the screen that were pressed, in this order. */
  readonly presses: readonly HTMLElement[]
  /** Leaves presses to the browser from now on. */
  readonly stop: () => void
}

declare global {
  var earlyInput: EarlyInput | undefined
}

/**
 * Lets a prerendered screen be used before the portal has come: presses wait, and no form is sent by the
 * browser itself. It runs in the page by its text alone, so it uses nothing else of this module.
 */
function keepPresses(): void {
  const page = document.getElementById('root')
  if (page === null) return
  const presses: HTMLElement[] = []

  function onPress(event: Event): void {
    const pressed =
      event instanceof SubmitEvent
        ? (event.submitter ?? (event.target as Element).querySelector<HTMLElement>('[type=submit]'))
        : (event.target as Element).closest<HTMLElement>('a[href],button')
    if (pressed === null) return
    if (pressed instanceof HTMLAnchorElement) {
      const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent
      const isElsewhere = pressed.origin !== location.origin || pressed.target !== ''
      if (isElsewhere || pressed.download !== '' || ctrlKey || metaKey || shiftKey || altKey) return
    }
    event.preventDefault()
    // Not for React either, which may have begun to listen.
    event.stopImmediatePropagation()
    // An impatient player presses twice and means it once.
    if (presses.at(-1) !== pressed) presses.push(pressed)
  }

  for (const kind of ['click', 'submit']) page.addEventListener(kind, onPress, true)
  page.inert = false
  // As in focusFirstField: letters that are typed now are not lost.
  const first = page.querySelector<HTMLElement>('[data-first]')
  if (first !== null && matchMedia('(pointer: fine)').matches) first.focus()
  globalThis.earlyInput = {
    shownAt: Date.now(),
    presses,
    stop() {
      for (const kind of ['click', 'submit']) page.removeEventListener(kind, onPress, true)
    },
  }
}

/** The text of an inline script that stands behind the screen. */
export const earlyInputScript = `(${String(keepPresses)})()`
