import { vi } from 'vitest'

/* What a person sees on the page, and does there. Each waits for what it needs. */

type Words = string | RegExp

/** Waits until it holds. */
export function until<Result>(holds: () => Result): Promise<Result> {
  return vi.waitFor(holds, { interval: 4, timeout: 10_000 })
}

export function wordsOf(element: Element): string {
  return element.textContent.replaceAll(/\s+/g, ' ').trim()
}

const fits = (found: string, words: Words) =>
  typeof words === 'string' ? found === words : words.test(found)

/** All elements with these words that are on the page now; those of the open dialog, where one is. */
export function allOf(selector: string, words: Words = /^/): readonly HTMLElement[] {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  return [...place.querySelectorAll<HTMLElement>(selector)].filter((each) =>
    fits(wordsOf(each), words),
  )
}

/** The only element with these words. */
export function find(selector: string, words?: Words): Promise<HTMLElement> {
  return until(() => {
    const found = allOf(selector, words)
    if (found[0] !== undefined && found.length === 1) return found[0]
    throw new Error(`${found.length} of ${selector} ${words}`)
  }).catch(orShow)
}

/** What is on the page instead. */
function orShow({ message }: Error): never {
  throw new Error(`${message}: ${wordsOf(document.body)}`)
}

export const button = (words: Words) => find('button', words)

/** The text of a refusal, or of another thing that the person has to know at once. */
export const alert = async () => wordsOf(await find('[role="alert"]'))

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The words of a label, without those of a field in it. */
function labelOf(label: HTMLLabelElement): string {
  const words = [...label.childNodes].filter((part) => part !== label.control)
  const text = words.map(({ textContent }) => textContent).join('')
  return text.replaceAll(/\s+/g, ' ').replace('(optional)', '').trim()
}

/** The field with this label. */
export async function field(label: Words): Promise<Field> {
  return until(() => {
    const labels = allOf('label') as HTMLLabelElement[]
    const one = labels.find((each) => fits(labelOf(each), label))
    const control = one?.control ?? one?.querySelector('input,textarea,select')
    if (control) return control as Field
    throw new Error(`No field ${label}`)
  }).catch(orShow)
}

/** Presses, unless it is off: the page has answered before the next press. */
export async function press(element: HTMLElement | Promise<HTMLElement>): Promise<void> {
  const one = await element
  if (one.matches(':disabled')) throw new Error(`It is off: ${wordsOf(one)}`)
  one.click()
  await Promise.resolve()
}

/** Presses a key where the focus is. Says whether the page took it. */
export function strike(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  return !(document.activeElement ?? document.body).dispatchEvent(event)
}

/** Writes into a field, in place of what it had. */
export async function write(label: Words, text: string): Promise<void> {
  const one = await field(label)
  // As by hand: React keeps its own account of what a script has written.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value') ?? {}
  set?.call(one, text)
  one.dispatchEvent(new Event(one.matches('select') ? 'change' : 'input', { bubbles: true }))
  await Promise.resolve()
}
