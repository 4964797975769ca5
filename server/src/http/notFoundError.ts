/** Something that does not exist: 404 `{}`. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}
