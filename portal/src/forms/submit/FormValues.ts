/** What a form held when its button was pressed. */
export class FormValues {
  readonly #data: FormData

  constructor(data: FormData) {
    this.#data = data
  }

  /** The text of a field exactly as it was typed; '' when the form has no such field. */
  text(name: string): string {
    const value = this.#data.get(name)
    return typeof value === 'string' ? value : ''
  }

  /** Whether the form has such a field and nothing, or blanks alone, was typed into it. */
  isEmpty(name: string): boolean {
    return this.#data.has(name) && this.text(name).trim() === ''
  }

  /** Everything but what is secret, for filling the same form again. */
  without(...names: readonly string[]): FormData {
    const kept = new FormData()
    for (const [name, value] of this.#data) if (!names.includes(name)) kept.append(name, value)
    return kept
  }

  isTicked(name: string): boolean {
    return this.#data.has(name)
  }
}
