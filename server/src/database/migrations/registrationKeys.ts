import { statements } from './statements.ts'

/** The idempotency key of a registration: a repeated request finds its player by it. */
export const registrationKeys = statements(
  `alter table players add column registered_with bytea`,
  `create index players_registered_with on players (deployment, registered_with)
    where registered_with is not null`,
)
