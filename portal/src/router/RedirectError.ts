/** Thrown by what decides about a screen: another address is shown in its place. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  readonly href: string

  constructor(href: string) {
    super(href)
    this.href = href
  }
}
