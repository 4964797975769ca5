/** Thrown by a screen's guard or loader: another address replaces it. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  readonly href: string

  constructor(href: string) {
    super(href)
    this.href = href
  }
}
