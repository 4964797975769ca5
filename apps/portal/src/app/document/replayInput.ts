/**
 * To be called before a prerendered screen is hydrated: sets its ticks back to those that it came
 * with, because React takes the ticks that it finds for its own. Returns a function that replays
 * ticks and presses in the hydrated screen.
 */
export function holdInput(page: HTMLElement): () => void {
  const ticked = [...page.querySelectorAll('input')].filter(
    ({ checked, defaultChecked }) => checked !== defaultChecked,
  )
  const chosen = ticked
    .filter(({ type, checked }) => checked || type === 'checkbox')
    .map((field) => ({ field, checked: field.checked }))
  for (const field of ticked) field.checked = field.defaultChecked
  return () => {
    for (const { field, checked } of chosen) {
      const now = nowOf(field, page) as HTMLInputElement | undefined
      // What a form keeps may have ticked it already.
      if (now?.checked !== checked) now?.click()
    }
    for (const each of endEarlyInput()) nowOf(each, page)?.click()
  }
}

/** The element itself, or the one that React has drawn in its place. */
function nowOf(element: HTMLElement, page: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element
  const alike = [...page.querySelectorAll<HTMLElement>(element.localName)]
  return alike.find((one) => markOf(one) === markOf(element))
}

function markOf(element: HTMLElement): string {
  const { name, value, href } = element as Partial<HTMLInputElement & HTMLAnchorElement>
  return JSON.stringify([name, value, href, element.textContent])
}

/** Answers the presses that waited. All that was noted is of the first screen, and not of a later one. */
export function endEarlyInput(): readonly HTMLElement[] {
  const { presses, stop } = globalThis.earlyInput ?? {}
  stop?.()
  globalThis.earlyInput = undefined
  return presses ?? []
}

/** True once a player has begun with a prerendered screen. */
export function hasInput(page: HTMLElement): boolean {
  const fields = [...page.querySelectorAll('input')]
  return (
    (globalThis.earlyInput?.presses ?? []).length > 0 ||
    fields.some(({ value, defaultValue }) => value !== defaultValue)
  )
}
