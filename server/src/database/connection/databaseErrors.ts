interface PostgresError {
  readonly code?: string
  readonly constraint?: string
  readonly message?: string
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  // Statement timeout, read-only server, no connection, disk, memory or file left, shutting down.
  '57014',
  '25006',
  '53300',
  '53100',
  '53200',
  '58030',
  '57P01',
  '57P02',
  '57P03',
])

/** Whether the database was unreachable or overloaded: the request was not the cause. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', message } = error as PostgresError
  return (
    unreachable.has(code) ||
    code.startsWith('08') ||
    /timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Connection terminated|Query read timeout|PGlite is closed/.test(
      message ?? '',
    )
  )
}

/** The unique constraint that a row violated, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as PostgresError
  return code === '23505' ? (constraint ?? '') : null
}
