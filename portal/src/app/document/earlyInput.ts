/**
 * What the page's own script leaves for the portal: a way to take the place of the prerendered screen
 * that loses no input.
 */
export interface EarlyInput {
  /**
   * Shows the portal's screen by `show`, once no press or word is half made. What was typed, ticked and
   * focused is then in it too, and what was pressed is pressed there; with `isCarried` false all that
   * is forgotten, as the screen is another one.
   */
  readonly takeOver: (show: () => void, isCarried: boolean) => Promise<void>
  /** When the player could begin with the screen that is being shown in this moment. */
  shownAt?: number | undefined
}

declare global {
  /** Left by the script of a prerendered page. */
  var earlyInput: EarlyInput | undefined
}

/** Written into a field that takes nothing without a script: see `watchInput`. */
export const waiting = 'disabled data-waiting'

/**
 * Lets a prerendered screen be used before the portal has come. Fields keep what they are given, and
 * presses wait: no form is sent by the browser itself. It runs in the page by its text alone, so it
 * uses nothing from outside.
 */
function watchInput(): void {
  const root = document.getElementById('root')
  if (root === null) return
  const page: HTMLElement = root
  const fields = 'input,select,textarea'
  const pressable = 'a[href],button,[type=submit]'
  const presses: Element[] = []
  /** Presses and words that are half made, by the first letters of their events. */
  const held = new Set<string>()
  let freed: (() => void) | null = null
  const shownAt = Date.now()

  page.inert = false
  for (const field of page.querySelectorAll('[data-waiting]')) field.removeAttribute('disabled')

  function onClick(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target.closest(pressable) : null
    if (pressed === null) return
    if (pressed instanceof HTMLAnchorElement) {
      const isElsewhere = pressed.origin !== location.origin || pressed.target !== ''
      const isOwnWay = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      // The browser goes there, and nothing of it waits for the portal.
      if (isElsewhere || isOwnWay || pressed.download !== '') return
    }
    event.preventDefault()
    // An impatient player presses twice and means it once.
    if (presses.at(-1) !== pressed) presses.push(pressed)
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const button = event.submitter ?? (event.target as HTMLFormElement).querySelector(pressable)
    if (button !== null && presses.at(-1) !== button) presses.push(button)
  }

  function hold(event: Event): void {
    // Other keys act when they go down.
    if (event instanceof KeyboardEvent && event.key !== ' ') return
    held.add(event.type.slice(0, 3))
  }

  function release({ type }: Event): void {
    // The click of a press comes behind its end.
    setTimeout(() => {
      if (type === 'blur') held.clear()
      held.delete(type.slice(0, 3))
      if (held.size === 0) freed?.()
    }, 60)
  }

  const watched: readonly (readonly [EventTarget, string, (event: never) => void])[] = [
    [page, 'click', onClick],
    [page, 'submit', onSubmit],
    [page, 'pointerdown', hold],
    [page, 'keydown', hold],
    [page, 'compositionstart', hold],
    [document, 'pointerup', release],
    [document, 'pointercancel', release],
    [document, 'keyup', release],
    [document, 'compositionend', release],
    [window, 'blur', release],
  ]
  for (const [target, type, hear] of watched) target.addEventListener(type, hear as never, true)

  /** What an element is, whichever screen it is in. */
  function nameOf(element: Element): string {
    const { tagName, textContent } = element
    const said = (name: string) => element.getAttribute(name) ?? ''
    if (element.matches(fields)) {
      const isChosen = element.matches('[type=radio]')
      return [tagName, said('name') || said('aria-label'), isChosen ? said('value') : ''].join()
    }
    if (tagName === 'A') return [tagName, said('href'), textContent].join()
    return [tagName, said('type'), said('name'), said('aria-label'), textContent].join()
  }

  /** Finds the elements of now again in the screen that comes. */
  function finderOf(elements: readonly Element[]): (element: Element) => Element | undefined {
    const placed = new Map(
      elements.map((element) => {
        const name = nameOf(element)
        const same = [...page.querySelectorAll(element.tagName)].filter(
          (one) => nameOf(one) === name,
        )
        return [element, { name, at: same.indexOf(element) }] as const
      }),
    )
    return (element) => {
      const { name, at } = placed.get(element) ?? { name: '', at: -1 }
      return [...page.querySelectorAll(element.tagName)].filter((one) => nameOf(one) === name)[at]
    }
  }

  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

  function fill(from: Field, into: Field): void {
    if (from instanceof HTMLInputElement && /^(checkbox|radio)$/.test(from.type)) {
      if (from.checked !== (into as HTMLInputElement).checked) into.click()
      return
    }
    if (from.value === into.value) return
    // Past the setter that React puts on a field to know what it has written itself.
    const prototype = Object.getPrototypeOf(into) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(into, from.value)
    const event = from instanceof HTMLSelectElement ? 'change' : 'input'
    into.dispatchEvent(new Event(event, { bubbles: true }))
  }

  function exchange(show: () => void): void {
    const touched = [...page.querySelectorAll<Field>(fields)].filter(isTouched)
    const focused = page.contains(document.activeElement) ? document.activeElement : null
    const range = focused === null ? null : selectionOf(focused)
    const found = finderOf([...touched, ...presses, ...(focused === null ? [] : [focused])])
    left.shownAt = shownAt
    show()
    left.shownAt = undefined
    for (const field of touched) {
      const into = found(field)
      if (into !== undefined) fill(field, into as Field)
    }
    const into = focused === null ? undefined : found(focused)
    if (into instanceof HTMLElement) {
      into.focus({ preventScroll: true })
      if (range !== null) (into as HTMLInputElement).setSelectionRange(...range)
    }
    for (const press of presses) {
      const again = found(press)
      if (again instanceof HTMLElement) again.click()
    }
  }

  /** Whether a field has something that the page did not come with. */
  function isTouched(field: Field): boolean {
    if (field instanceof HTMLSelectElement) {
      return [...field.options].some(
        ({ selected, defaultSelected }) => selected !== defaultSelected,
      )
    }
    if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true
    return field.value !== field.defaultValue
  }

  type Range = [number, number, 'forward' | 'backward' | 'none' | undefined]

  /** Null for a field that has none, such as one for an email address. */
  function selectionOf(field: Element): Range | null {
    const { selectionStart, selectionEnd, selectionDirection } = field as HTMLInputElement
    if (typeof selectionStart !== 'number' || selectionEnd === null) return null
    return [selectionStart, selectionEnd, selectionDirection ?? undefined]
  }

  async function takeOver(show: () => void, isCarried: boolean): Promise<void> {
    if (held.size > 0) {
      await new Promise<void>((done) => {
        freed = done
        // A press that is held longer is none; words may take their time.
        setTimeout(() => held.has('com') || done(), 3000)
      })
    }
    for (const [target, type, hear] of watched) {
      target.removeEventListener(type, hear as never, true)
    }
    if (isCarried) exchange(show)
    else show()
  }

  const left: EarlyInput = { takeOver }
  Object.assign(globalThis, { earlyInput: left })
}

/** The text of an inline script that stands behind the screen. */
export const earlyInputScript = `(${watchInput})()`
