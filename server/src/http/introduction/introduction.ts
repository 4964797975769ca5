/** The words of the documentation's beginning. Rows of tables are Markdown; code is the same in all. */
export interface Introduction {
  readonly lead: readonly string[]
  readonly authentication: string
  readonly callers: readonly string[]
  readonly keys: string
  readonly errors: string
  readonly refusal: string
  readonly statuses: readonly string[]
  readonly examples: string
  readonly logIn: string
  readonly block: string
}
