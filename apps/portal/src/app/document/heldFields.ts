/** A field of a screen that React has drawn anew is another element with the same name. */
interface Held {
  readonly name: string
  /** Among the fields of this name. */
  readonly at: number
  readonly value: string
  readonly isFocused: boolean
}

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Holds what stands in the fields of a page that is about to be hydrated. Where somebody else has put an
 * element between ours (a password manager, a translator), React draws the screen anew, and the fields
 * are empty. Returns a function that fills them in again.
 */
export function holdFields(page: HTMLElement): () => void {
  const held = fieldsOf(page).map(({ field, name, at }): Held => {
    return { name, at, value: field.value, isFocused: field === document.activeElement }
  })
  return () => {
    const fields = fieldsOf(page)
    for (const { name, at, value, isFocused } of held) {
      const found = fields.find((each) => each.name === name && each.at === at)?.field
      if (found === undefined) continue
      if (found.value !== value) {
        found.value = value
        found.dispatchEvent(new Event('input', { bubbles: true }))
      }
      if (isFocused) found.focus()
    }
  }
}

function fieldsOf(page: HTMLElement) {
  const counts = new Map<string, number>()
  return [...page.querySelectorAll<Field>('input[name],textarea[name]')]
    .filter(({ type }) => !/^(?:checkbox|radio|hidden|file)$/.test(type))
    .map((field) => {
      const { name } = field
      const at = counts.get(name) ?? 0
      counts.set(name, at + 1)
      return { field, name, at }
    })
}
