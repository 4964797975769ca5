/** The id of a request, which the server's log names with its errors. */
export const requestIdHeader = 'x-request-id'

/**
 * The sealed note of the server about a refusal or an error, of which a support code can be made. It
 * keeps the name that pages of 1.0.1 read, as does the field of the call that it is sent in.
 */
export const supportNoteHeader = 'x-incident'

/** The id of one registration, the same for each repetition. */
export const idempotencyKeyHeader = 'idempotency-key'

/** The solution of a proof of work that a refusal asked for: base64 of `{ challenge, solution }`. */
export const proofOfWorkHeader = 'x-proof-of-work'

/**
 * Asks a call that opens a session for the answers that a session begins with. Only a portal on the
 * host of its account API sends it: elsewhere a preflight would not know it.
 */
export const sessionAnswersHeader = 'x-session-answers'
