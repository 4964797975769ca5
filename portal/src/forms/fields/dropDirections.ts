/** Marks that turn the direction of a text: nobody types them on purpose, and they hide what it says. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Takes out of a field what turns the direction of its text; the caret stays where it is. */
export function dropDirections(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  if (value.search(directions) === -1) return
  const caret = field.selectionStart
  const before = value.slice(0, caret ?? value.length).replaceAll(directions, '').length
  field.value = value.replaceAll(directions, '')
  // A field for addresses has no caret to be set.
  if (caret !== null) field.setSelectionRange(before, before)
}
