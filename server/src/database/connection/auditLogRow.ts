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
  /** Whom or what it was done to: `player 12`. Never a name, as nothing here can be erased. */
  subject: string
  details: ColumnType<Record<string, unknown>, string, never>
}
