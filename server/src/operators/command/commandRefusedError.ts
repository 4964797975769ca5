/** The reason why an order is not carried out: a message for people, `data` for programs. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError'
  readonly data: unknown

  constructor(message: string, options: ErrorOptions & { readonly data?: unknown } = {}) {
    super(message, options)
    this.data = options.data ?? null
  }
}
