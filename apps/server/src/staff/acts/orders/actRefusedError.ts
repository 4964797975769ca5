interface ActRefusedOptions extends ErrorOptions {
  /** For programs; `REFUSED` without one. */
  readonly code?: string
  readonly data?: unknown
}

/** The reason why an order is not carried out: a message for people, code and `data` for programs. */
export class ActRefusedError extends Error {
  override readonly name = 'ActRefusedError'
  readonly code: string
  readonly data: unknown

  constructor(
    message: string,
    { code = 'REFUSED', data = null, ...options }: ActRefusedOptions = {},
  ) {
    super(message, options)
    this.code = code
    this.data = data
  }
}
