import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration that runs statements in order; there is no way down, an error is repaired by a later migration. */
export function statements(...texts: readonly string[]): Migration {
  return {
    async up(database) {
      for (const text of texts) await sql.raw(text).execute(database)
    },
  }
}
