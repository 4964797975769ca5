import type { ColumnType, Generated } from 'kysely'

export interface AuditLogRow {
  id: Generated<number>
  at: Date
  who: string
  why: string
  /** The words of the command. */
  command: string
  /** Null for what concerns all of them. */
  deployment: string | null
  /** The object of the command: `player 12`. Never a name, because nothing here can be erased. */
  subject: string
  details: ColumnType<Record<string, unknown>, string, never>
}
