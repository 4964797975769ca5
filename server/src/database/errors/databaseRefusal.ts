import { diskFull, isDiskFull } from './databaseErrors.ts'
import { fileRefusal } from '../../platform/config/fileRefusal.ts'
import { SettingsError } from '../../platform/config/settings.ts'

/** The database that DATABASE_URL names does not let us in, or is not there: it may be later. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'

  constructor(reason: string, cause: unknown) {
    super(`DATABASE_URL: ${reason}`, { cause })
  }
}

/**
 * The reason that a process cannot start, for operators; null for an error of which the stack is
 * needed.
 */
export function startRefusal(error: unknown): string | null {
  const isExplained = error instanceof SettingsError || error instanceof DatabaseRefusedError
  if (isExplained) return error.message
  return isDiskFull(error) ? diskFull : fileRefusal(error)
}

/** The refusal of a database that does not let us in; null for every other error. */
export function databaseRefusal(error: unknown): DatabaseRefusedError | null {
  const reason = reasonOf(error)
  return reason === null ? null : new DatabaseRefusedError(reason, error)
}

/** The reason, and the remedy for the operator. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // The driver has no code for it.
  if (error.message.includes('client password must be a')) {
    return `PostgreSQL asks for a password, and none is set; ${wrongLogin}.`
  }
  if (!('code' in error)) return null
  const remedy = remedies[String(error.code)]
  // A host with several addresses that all refuse has no message.
  return remedy === undefined ? null : `${error.message || String(error.code)}; ${remedy}.`
}

const unreachable = 'check that PostgreSQL runs and accepts connections at this host and port'
const wrongLogin = 'check user and password'

/** By the codes of the network and of PostgreSQL. */
const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  '28000': wrongLogin,
  '28P01': wrongLogin,
  '3D000': 'make it, owned by this user',
  '42501': 'make this user the owner of the database',
}
