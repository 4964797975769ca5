import { diskFull, isDiskFull, isOfTls } from './databaseErrors.ts'
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
  // A statement of the start that PostgreSQL refused: its codes are nobody else's.
  const { code = '' } = (error ?? {}) as { readonly code?: string }
  const refusal = /^\d[\dA-Z]{4}$/.test(code) ? databaseRefusal(error) : null
  if (refusal !== null) return refusal.message
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
  if (error.message.includes('does not support SSL connections')) {
    return 'PostgreSQL offers no TLS here; turn it on there (ssl = on), or take sslmode out of the string on a network that is yours alone.'
  }
  if (!('code' in error)) return null
  const code = String(error.code)
  const { path, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open' && path !== undefined) {
    return `sslrootcert, sslcert or sslkey: ${fileRefusal(error) ?? error.message}`
  }
  const remedy =
    code === '28000' && /no encryption|SSL off/.test(error.message)
      ? 'ask for TLS by sslmode=verify-full'
      : (remedies[code] ?? (isOfTls(code) ? `TLS failed: ${wholeTls}` : undefined))
  // A host with several addresses that all refuse has no message.
  return remedy === undefined ? null : `${error.message || String(error.code)}; ${remedy}.`
}

const unreachable =
  'check that PostgreSQL runs and accepts connections at this host and port, or in this folder'
const wrongLogin = 'check user and password'

const wholeTls =
  'the string needs sslmode=verify-full and, where its authority is your own or the provider’s, sslrootcert=/path/to/authority.pem (docs/database.md, TLS to the database)'
const untrusted = `its certificate is signed by no authority that this machine trusts: ${wholeTls}`
const validity = 'look at its dates, and at the clock of this machine'

/** The reason and remedy of a database without writes. */
export const takesNoWrites =
  'it takes no writes: name the primary, or take default_transaction_read_only off the role, the database or the server'

/** By the codes of the network, of TLS and of PostgreSQL. */
const remedies: Readonly<Record<string, string>> = {
  // A socket.
  ENOENT: unreachable,
  EACCES: unreachable,
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_HAS_EXPIRED: `its certificate has expired: ${validity}`,
  CERT_NOT_YET_VALID: `its certificate is not valid yet: ${validity}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate names another host: name that one in the string',
  '25006': takesNoWrites,
  '28000': wrongLogin,
  '28P01': wrongLogin,
  '3D000': 'make it, owned by this user',
  '42501': 'make this user the owner of the database',
}
