import { statements } from './statements.ts'

/**
 * An unconfirmed registration no longer takes its address, and each address says how it was proven.
 * Who is confirmed before this migration stays proven: it is not known how.
 */
export const unconfirmedPlayers = statements(
  `alter table players add column email_proof text
    check (email_proof in ('press', 'load', 'recovery', 'partner', 'earlier'))`,
  `update players set email_proof = 'earlier' where confirmed_at is not null`,
  `alter table email_changes add column old_email_proof text`,
  `alter table players drop constraint players_email`,
  // Confirmed players share the zero, so that the address is theirs alone.
  `create unique index players_email on players
    (deployment, email_key, (case when confirmed_at is null then id else 0 end))`,
  `create index players_unconfirmed on players (created_at)
    where confirmed_at is null and deleted_at is null`,
  `create index access_keys_by_player on access_keys (deployment, used_by)
    where used_by is not null`,
)
