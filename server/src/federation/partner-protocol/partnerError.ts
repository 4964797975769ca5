/** An unusable or missing answer of a partner; the message is for the log alone. */
export class PartnerError extends Error {
  override readonly name = 'PartnerError'
}

/** Asks a partner; every error is thrown as a PartnerError. */
export async function asPartnerError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new PartnerError(reasonOf(cause))
  }
}

/** Names and messages of an error and its causes alone: its other properties may be secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const own = `${error.name}: ${error.message}`
  return error.cause instanceof Error ? `${own} (${reasonOf(error.cause)})` : own
}
