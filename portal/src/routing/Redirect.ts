/** Thrown by what decides about a screen: another address is shown in its place. */
export class Redirect extends Error {
  override readonly name = 'Redirect'
  readonly href: string

  constructor(href: string) {
    super(href)
    this.href = href
  }
}
