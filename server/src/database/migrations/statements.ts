import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * One step of the schema. A step that only adds leaves the version before at work. One that takes
 * away names in `needs` the earlier step whose version no longer uses what goes: servers that do not
 * know that step do not start on this database again.
 */
export type Step = (Migration | IndexStep | PortionedStep) & { readonly needs?: string }

/** An index that is made beside reads and writes, outside of any transaction. */
export interface IndexStep {
  readonly index: {
    readonly name: string
    readonly table: string
    /** What follows the table's name, like `(expires_at) where used_at is null`. */
    readonly of: string
    readonly isUnique?: boolean
  }
}

/** A change of many rows, a portion in each transaction. */
export interface PortionedStep {
  /** Changes at most some thousand rows that are not changed yet, and answers how many. */
  // eslint-disable-next-line typescript/no-explicit-any -- The tables are those of the step's own time.
  readonly portion: (transaction: Kysely<any>) => Promise<number>
}

/** A migration that runs statements in order; there is no way down, an error is repaired by a later migration. */
export function statements(...texts: readonly string[]): Migration {
  return {
    async up(database) {
      for (const text of texts) await sql.raw(text).execute(database)
    },
  }
}
