import { fileRefusal } from '../../platform/config/fileRefusal.ts'
import { SettingsError } from '../../platform/config/settings.ts'

/** The database that DATABASE_URL names does not let us in, or is not there: it may be later. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'

  constructor(reason: string, cause: unknown) {
    super(`DATABASE_URL: ${reason}`, { cause })
  }
}

/** Why a process cannot start, in words for operators; null for an error of which the stack is needed. */
export function startRefusal(error: unknown): string | null {
  const isExplained = error instanceof SettingsError || error instanceof DatabaseRefusedError
  return isExplained ? error.message : fileRefusal(error)
}
