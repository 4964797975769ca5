/**
 * What the page's own script leaves for the portal: a way to take the place of the prerendered screen
 * that loses no input.
 */
interface EarlyInput {
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

/*
 * What follows runs in the page by its text alone: these functions use each other, and nothing else of
 * this module or of others.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Whether a field has something that the page did not come with. */
function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true
  return field.value !== field.defaultValue
}

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

type Selection = [number, number, 'forward' | 'backward' | 'none' | undefined]

/** Null for a field that has none, such as one for an email address. */
function selectionOf(field: Element): Selection | null {
  const { selectionStart, selectionEnd, selectionDirection } = field as HTMLInputElement
  if (typeof selectionStart !== 'number' || selectionEnd === null) return null
  return [selectionStart, selectionEnd, selectionDirection ?? undefined]
}

/** What an element is, whichever screen it is in. */
function nameOf(element: Element): string {
  const { tagName, textContent } = element
  const said = (name: string) => element.getAttribute(name) ?? ''
  if (element.matches('input,select,textarea')) {
    const value = element.matches('[type=radio]') ? said('value') : ''
    return [tagName, said('name') || said('aria-label'), value].join()
  }
  const is = tagName === 'A' ? ['href'] : ['type', 'name', 'aria-label']
  return [tagName, ...is.map(said), textContent].join()
}

/** Finds an element of now again in the screen that comes, among those of its name by its place. */
function finderOf(page: HTMLElement, element: Element): () => Element | undefined {
  const name = nameOf(element)
  const same = () =>
    [...page.querySelectorAll(element.tagName)].filter((one) => nameOf(one) === name)
  const at = same().indexOf(element)
  return () => same()[at]
}

/** Exchanges the screen, and does in the new one what was done in the old one. */
function exchange(page: HTMLElement, presses: readonly Element[], show: () => void): void {
  const fields = [...page.querySelectorAll<Field>('input,select,textarea')]
  const touched = fields.filter(isTouched).map((field) => ({ field, find: finderOf(page, field) }))
  const pressed = presses.map((press) => finderOf(page, press))
  const active = document.activeElement
  const focused = active !== null && page.contains(active) ? finderOf(page, active) : null
  const selection = active === null ? null : selectionOf(active)
  show()
  for (const { field, find } of touched) {
    const into = find()
    if (into !== undefined) fill(field, into as Field)
  }
  const into = focused?.()
  if (into instanceof HTMLElement) {
    into.focus({ preventScroll: true })
    if (selection !== null) (into as HTMLInputElement).setSelectionRange(...selection)
  }
  for (const find of pressed) {
    const again = find()
    if (again instanceof HTMLElement) again.click()
  }
}

/** Keeps the presses of links and buttons from the browser, in their order, until `stop`. */
function keepPresses(page: HTMLElement) {
  const presses: Element[] = []
  const keep = (pressed: Element) => {
    // An impatient player presses twice and means it once.
    if (presses.at(-1) !== pressed) presses.push(pressed)
  }

  function onClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null
    const pressed = target?.closest('a[href],button,[type=submit]') ?? null
    if (pressed === null) return
    if (pressed instanceof HTMLAnchorElement) {
      const isElsewhere = pressed.origin !== location.origin || pressed.target !== ''
      const isOwnWay = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      // The browser goes there, and nothing of it waits for the portal.
      if (isElsewhere || isOwnWay || pressed.download !== '') return
    }
    event.preventDefault()
    keep(pressed)
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const button = event.submitter ?? form.querySelector('[type=submit]')
    if (button !== null) keep(button)
  }

  page.addEventListener('click', onClick, true)
  page.addEventListener('submit', onSubmit, true)
  return {
    presses,
    stop() {
      page.removeEventListener('click', onClick, true)
      page.removeEventListener('submit', onSubmit, true)
    },
  }
}

/** Knows whether a press or a word is half made; `freed` resolves when none is, or never was one. */
function watchHeld(page: HTMLElement) {
  // By the first letters of their events.
  const held = new Set<string>()
  let free: (() => void) | null = null

  function hold(event: Event): void {
    // Other keys act when they go down.
    if (event instanceof KeyboardEvent && event.key !== ' ') return
    held.add(event.type.slice(0, 3))
  }

  function release({ type, target }: Event): void {
    // A field that loses the focus is no page that does.
    if (type === 'blur' && target !== window) return
    // The click of a press comes behind its end.
    setTimeout(() => {
      if (type === 'blur') held.clear()
      held.delete(type.slice(0, 3))
      if (held.size === 0) free?.()
    }, 60)
  }

  for (const type of ['pointerdown', 'keydown', 'compositionstart']) {
    page.addEventListener(type, hold, true)
  }
  for (const type of ['pointerup', 'pointercancel', 'keyup', 'compositionend', 'blur']) {
    window.addEventListener(type, release, true)
  }
  return async function freed(): Promise<void> {
    if (held.size === 0) return
    await new Promise<void>((done) => {
      free = done
      // A press that is held longer is none; words may take their time.
      setTimeout(() => held.has('com') || done(), 3000)
    })
  }
}

/**
 * Lets a prerendered screen be used before the portal has come. Fields keep what they are given, and
 * presses wait: no form is sent by the browser itself.
 */
function watchInput(): void {
  const page = document.getElementById('root')
  if (page === null) return
  const shownAt = Date.now()
  const { presses, stop } = keepPresses(page)
  const freed = watchHeld(page)
  page.inert = false
  for (const field of page.querySelectorAll('[data-waiting]')) field.removeAttribute('disabled')
  const left: EarlyInput = {
    async takeOver(show, isCarried) {
      await freed()
      stop()
      if (!isCarried) return show()
      left.shownAt = shownAt
      exchange(page, presses, show)
      left.shownAt = undefined
    },
  }
  globalThis.earlyInput = left
}

const parts = [isTouched, fill, selectionOf, nameOf, finderOf, exchange, keepPresses, watchHeld]

/** The text of an inline script that stands behind the screen. */
export const earlyInputScript = `(()=>{${[...parts, watchInput].join('\n')}\n${watchInput.name}()})()`
