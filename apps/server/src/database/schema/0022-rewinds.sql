-- A stolen account goes back to what it was; changes wait after it; deletions may wait, too.

alter table players
  add column held_until timestamptz,
  add column frozen_by text,
  add column deletion_due_at timestamptz,
  add column deletion_type_id bigint,
  add column deletion_reason text;

comment on column players.held_until is
  'Until then nothing weakens the account: see `heldCalls`.';
comment on column players.frozen_by is
  'The former address that froze the account, against the present one; null for any other freeze.';
comment on column players.deletion_due_at is
  'When the account is erased, as its player asked; null for no deletion that waits.';
comment on column players.deletion_reason is
  'In the player''s words, kept with the deletion.';

create table rewinds (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  email_key text not null,
  from_entry bigint not null,
  state text not null,
  froze boolean not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  factor_since timestamptz,
  primary key (deployment, player_id, id),
  check (state in ('waiting', 'done', 'stopped', 'void')),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table rewinds is
  'An account goes back to what it was before an entry of its ledger, now or after a wait.';
comment on column rewinds.email_key is
  'The address whose reader asked for it.';
comment on column rewinds.froze is
  'It froze the account while it waits.';
comment on column rewinds.factor_since is
  'Since when the player had the second factor that stopped it: entries after it are not the address''s.';

create unique index rewinds_waiting on rewinds (deployment, player_id) where state = 'waiting';
create index rewinds_due on rewinds (due_at) where state = 'waiting';
create index rewinds_by_age on rewinds (asked_at);
