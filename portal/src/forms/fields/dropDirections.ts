import { withoutDirections } from '../../i18n/isolate.ts'

/** Takes out of a field what turns the direction of its text; the caret stays where it is. */
export function dropDirections(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  const plain = withoutDirections(value)
  if (plain === value) return
  const caret = field.selectionStart
  field.value = plain
  // A field for addresses has no caret to be set.
  if (caret === null) return
  const before = withoutDirections(value.slice(0, caret)).length
  field.setSelectionRange(before, before)
}
