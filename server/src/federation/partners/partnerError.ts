/** A partner's answer that cannot be used, or that never came; the message is for the log alone. */
export class PartnerError extends Error {
  override readonly name = 'PartnerError'
}

/** Asks a partner something; whatever goes wrong with it is thrown as a PartnerFault. */
export async function asPartnerError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new PartnerError(reasonOf(cause))
  }
}

/** Names and messages of an error and its causes; never what it carries, which may be secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const own = `${error.name}: ${error.message}`
  return error.cause instanceof Error ? `${own} (${reasonOf(error.cause)})` : own
}
