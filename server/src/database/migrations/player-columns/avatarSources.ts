import { statements } from '../statements.ts'

/** What a player's picture comes from. */
export const avatarSources = statements(
  `alter table players add column avatar_source text not null default ''`,
)
