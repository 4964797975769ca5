/** Something that does not exist: 404 `{}`. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}
