/** The values of a form at the press of its button. */
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

  /** True if the form has such a field that is empty or blank. */
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
