import { tabStore } from '../../storage/tabStore.ts'

/*
 * The input of a form that a reload and Back must not lose, in this tab alone, until the form is
 * sent or the player logs out. Nothing secret is kept.
 */

type Field = HTMLInputElement | HTMLTextAreaElement

/** The names of fields with what they held. */
type Input = readonly (readonly [name: string, value: string])[]

/**
 * Fills a form with its kept values, where a field is still empty, and keeps typed input from now
 * on, except the fields of `isLeftOut`. Answers how to stop.
 */
export function keepInput(
  form: HTMLFormElement,
  name: string,
  isLeftOut: (field: string, value: string) => boolean,
): () => void {
  fill(form, readInput(name))
  const keep = () => {
    const input = [...new FormData(form)].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' &&
        entry[1] !== '' &&
        !isLeftOut(...(entry as [string, string])),
    )
    tabStore.keep(placeOf(name), input)
  }
  form.addEventListener('input', keep)
  return () => form.removeEventListener('input', keep)
}

export function forgetInput(name: string): void {
  tabStore.forget(placeOf(name))
}

function readInput(name: string): Input {
  const kept = tabStore.read(placeOf(name))
  if (!Array.isArray(kept)) return []
  return kept.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string'),
  )
}

function fill(form: HTMLFormElement, input: Input): void {
  for (const [name, value] of input) {
    const field = form.elements.namedItem(name) as Field | RadioNodeList | null
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      // By a click, as the player does it: React learns of it.
      if (!field.checked) field.click()
    } else if (field instanceof HTMLInputElement && field.value === '') {
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

const placeOf = (name: string) => `input.${name}`
