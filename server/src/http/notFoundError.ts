/** A missing resource: 404 `{}`. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}
