/** Names a request: the server's log has its errors under this name. */
export const requestIdHeader = 'x-request-id'

/** Names one attempt of a registration, however often it is sent. */
export const idempotencyKeyHeader = 'idempotency-key'
