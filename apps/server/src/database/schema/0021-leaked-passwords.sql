-- Whether the password of a player is known from data leaks. A server of an earlier version looks none up.

alter table players
  add column leak_checked_at timestamptz,
  add column leak_found_at timestamptz;

comment on column players.leak_checked_at is
  'When a log-in last looked the password up; null for a password that no log-in has looked up.';
comment on column players.leak_found_at is
  'When the password was found; null for one that was not.';
