import { statements } from '../statements.ts'

export const playersWithFactors = statements(
  `alter table players
    add column factors smallint not null default 0,
    add column frozen_at timestamptz,
    add column security_changed_at timestamptz`,
)

export const sessionsWithMethods = statements(
  `alter table sessions
    add column methods text[] not null default '{}',
    add column second_at timestamptz,
    add column browser_hash bytea`,
)
