import { statements } from '../statements.ts'

/** A deployment has a key for each algorithm that it signs by; servers of the version before know one. */
export const keyAlgorithms = statements(
  `alter table signing_keys add column alg text not null default 'RS256'`,
)
