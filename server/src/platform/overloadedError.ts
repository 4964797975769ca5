/** More work waits than can be done in time. */
export class OverloadedError extends Error {
  override readonly name = 'Overloaded'
}
