import { statements } from './statements.ts'

/** The erasure log looks for deletions and withdrawals every few seconds: without an index it reads whole tables. */
export const withdrawalIndexes = statements(
  `create index players_deleted on players (deleted_at) where deleted_at is not null`,
  `create index consents_withdrawn on consents (at) where not accepted`,
)
