import { statements } from './statements.ts'

/** Indexes by expiry: maintenance must not read the rows that it keeps. */
export const expiryIndexes = statements(
  `create index sessions_by_end on sessions (expires_at)`,
  `create index captcha_passes_by_age on captcha_passes (verified_at)`,
  `create index solved_challenges_by_age on solved_challenges (solved_at)`,
  `create index surveys_by_age on surveys (updated_at)`,
  `create index deletions_with_reason on deletions (at) where reason is not null`,
)
