/** The database that DATABASE_URL names does not let us in, or is not there: it may be later. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'

  constructor(reason: string, cause: unknown) {
    super(`DATABASE_URL: ${reason}`, { cause })
  }
}
