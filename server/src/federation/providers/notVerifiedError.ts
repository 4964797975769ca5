/** A service was asked and does not stand for what the browser brought; the message says why. */
export class NotVerifiedError extends Error {
  override readonly name = 'NotVerifiedError'
}
