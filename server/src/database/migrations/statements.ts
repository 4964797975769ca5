import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * One step of the schema. A step that only adds leaves the version before at work. One that takes
 * away names in `needs` the earlier step whose version no longer uses what goes: servers that do not
 * know that step do not start on this database again.
 */
export type Step = (Migration | IndexStep | PortionedStep | WalkStep) & {
  readonly needs?: string
  /**
   * Takes away what servers of the version before need, and this version does not. It runs when the
   * operator orders it, and on an empty database; servers of this version serve before and after it.
   */
  readonly contract?: boolean
}

export interface Index {
  readonly name: string
  readonly table: string
  /** What follows the table's name, like `(expires_at) where used_at is null`. */
  readonly of: string
  readonly isUnique?: boolean
}

/** Indexes that are made beside reads and writes, outside of any transaction. */
export interface IndexStep {
  readonly index: Index | readonly Index[]
  /** The names of indexes that go in the same way afterwards. */
  readonly without?: readonly string[]
}

/**
 * All rows of a table in the order of its key, a portion in each transaction, once: rows that come or
 * change meanwhile are a trigger's matter. An interrupted walk begins again, and passes what it has done.
 */
export interface WalkStep {
  readonly walk: {
    readonly table: string
    readonly key: readonly string[]
    /** The statement that reads the rows of `portion`, which nobody changes meanwhile. */
    readonly act: string
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
