/** A statement that the database parses once a connection; `name` is unique to its text. */
export interface Prepared {
  readonly name: string
  readonly text: string
}
