import { statements } from './statements.ts'

/** Who looks every few seconds for what was erased or taken back must not read whole tables. */
export const withdrawalIndexes = statements(
  `create index players_deleted on players (deleted_at) where deleted_at is not null`,
  `create index consents_withdrawn on consents (at) where not accepted`,
)
