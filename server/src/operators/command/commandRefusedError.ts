/**
 * An order that cannot be carried out; the message gives people the reason, `data` gives it to
 * programs.
 */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError'
  readonly data: unknown

  constructor(message: string, options: ErrorOptions & { readonly data?: unknown } = {}) {
    super(message, options)
    this.data = options.data ?? null
  }
}
