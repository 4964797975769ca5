interface PostgresError {
  readonly code?: string
  readonly message?: string
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  // Statement timeout, lock timeout of a role, read-only server.
  '57014',
  '55P03',
  '25006',
  // A role's limit of idle or long transactions: PostgreSQL has ended the connection.
  '25P03',
  '25P04',
  // It is unknown whether the statement was completed.
  '40003',
  // No such prepared statement: the one before it in a line, which should have prepared it, was let down.
  '26000',
])

/**
 * Classes of codes: connection errors; a log-in or a database that is gone; no connection, disk, memory or
 * file left; ended, shutting down or starting; errors of the operating system.
 */
const unreachableClass = /^(?:08|28|3D|53|57P|58)/

/** True for a connection that TLS ends: Node.js has OpenSSL's words for certificates, and its own. */
export function isOfTls(code: string): boolean {
  return (
    code === 'EPROTO' ||
    /^(?:ERR_(?:SSL|TLS|OSSL)_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT|INVALID_|HOSTNAME_|(?:DEPTH_ZERO_)?SELF_SIGNED_)/.test(
      code,
    )
  )
}

/** True when the database was unreachable or overloaded: the request was not the cause. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', message } = error as PostgresError
  return (
    unreachable.has(code) ||
    unreachableClass.test(code) ||
    isOfTls(code) ||
    // The messages of Citus about a node that is gone.
    /connection marked as essential|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Connection terminated|Query read timeout|PGlite is closed/.test(
      message ?? '',
    )
  )
}

/**
 * True when two transactions stood in each other's way, by a serialization failure or a deadlock:
 * one of them must begin again.
 */
export function isConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as PostgresError
  return code === '40001' || code === '40P01'
}

/**
 * True when a row violated a unique key. The key is unknown: on a distributed database the names of
 * constraints are those of their parts.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as PostgresError
  return code === '23505'
}

/** The sentence for a database without room. */
export const diskFull =
  'The disk of the database is full: make room there, or have DATA_DIR name a folder on another disk.'

/** True when there is no room for the database: by PostgreSQL, the embedded one, or a file beside it. */
export function isDiskFull(error: unknown): boolean {
  const { code, errno, name } = (error ?? {}) as NodeJS.ErrnoException
  // The embedded database has the numbers of WASI, and no codes.
  return code === '53100' || code === 'ENOSPC' || (name === 'ErrnoError' && errno === 51)
}
