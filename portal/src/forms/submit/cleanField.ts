import { cleanText, cleanWhileTyped, type KindOfText } from '@gatehouse/contract/cleanText'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Cleans a field that is typed in; what is pasted or dropped is cleaned as a whole. The caret stays behind
 * what was typed. While an input method composes, the text is not the field's yet.
 */
export function cleanInput(field: Field, kind: KindOfText, event: Event): void {
  const { isComposing = false, inputType = '' } = event as Partial<InputEvent>
  if (isComposing) return
  const isWhole = inputType === 'insertFromPaste' || inputType === 'insertFromDrop'
  clean(field, (text) => (isWhole ? cleanText(kind, text) : cleanWhileTyped(kind, text)))
}

/** Cleans a field that is left, or sent. */
export function cleanField(field: Field, kind: KindOfText): void {
  clean(field, (text) => cleanText(kind, text))
}

/** Cleans the fields of a form that is sent: Enter leaves none. */
export function cleanForm(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<Field>('[data-text]')) {
    cleanField(field, field.dataset['text'] as KindOfText)
  }
}

function clean(field: Field, by: (text: string) => string): void {
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
