import { statements } from './statements.ts'

/** With which key somebody registered: a registration that is sent again finds itself by it. */
export const registrationKeys = statements(
  `alter table players add column registered_with bytea`,
  `create index players_registered_with on players (deployment, registered_with)
    where registered_with is not null`,
)
