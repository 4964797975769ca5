/** A service that was asked denies the browser's answer; the message has the reason. */
export class NotVerifiedError extends Error {
  override readonly name = 'NotVerifiedError'
}
