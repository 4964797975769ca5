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

  isTicked(name: string): boolean {
    return this.#data.has(name)
  }
}
