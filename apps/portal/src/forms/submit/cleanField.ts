import type * as Cleaning from '@gatehouse/contract/cleanText'

type Field = HTMLInputElement | HTMLTextAreaElement
type Kind = Cleaning.KindOfText

let cleaning: typeof Cleaning | undefined

/**
 * Fetches how texts are cleaned, which a form does not need to be shown. Where that does not come, a
 * field stays as it was typed: the server cleans it by the same function.
 */
export async function fetchCleaning(): Promise<void> {
  cleaning ??= await import('@gatehouse/contract/cleanText').catch(() => undefined)
}

/**
 * Cleans a field that is typed in; what is pasted or dropped is cleaned as a whole. The caret stays behind
 * what was typed. While an input method composes, the text is not the field's yet.
 */
export function cleanInput(field: Field, kind: Kind, event: Event): void {
  const { isComposing = false, inputType = '' } = event as Partial<InputEvent>
  if (isComposing) return
  const isWhole = inputType === 'insertFromPaste' || inputType === 'insertFromDrop'
  clean(field, kind, isWhole ? 'cleanText' : 'cleanWhileTyped')
}

/** Cleans a field that is left, or sent. */
export function cleanField(field: Field, kind: Kind): void {
  clean(field, kind, 'cleanText')
}

/** Cleans the fields of a form that is sent: Enter leaves none. */
export function cleanForm(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<Field>('[data-text]')) {
    cleanField(field, field.dataset['text'] as Kind)
  }
}

function clean(field: Field, kind: Kind, way: 'cleanText' | 'cleanWhileTyped'): void {
  if (cleaning === undefined) {
    void fetchCleaning().then(() => cleaning && clean(field, kind, way))
    return
  }
  const { [way]: rule } = cleaning
  const by = (text: string) => rule(kind, text)
  const { value } = field
  const cleaned = by(value)
  if (cleaned === value) return
  const caret = field.selectionStart
  field.value = cleaned
  // A field for addresses has no caret to be set.
  if (caret === null || field.ownerDocument.activeElement !== field) return
  const isAtEnd = caret === value.length
  const place = isAtEnd
    ? cleaned.length
    : Math.min(by(value.slice(0, caret)).length, cleaned.length)
  field.setSelectionRange(place, place)
}
