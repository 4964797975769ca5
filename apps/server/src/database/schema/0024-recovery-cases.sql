-- A player without any second factor gets in again by two proofs and a wait.

create table recovery_cases (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  email_key text not null,
  proofs text[] not null default '{}',
  state text not null,
  opened_at timestamptz not null,
  waits_since timestamptz,
  due_at timestamptz,
  next_at timestamptz,
  ended_at timestamptz,
  primary key (deployment, player_id, id),
  check (state in ('collecting', 'waiting', 'ready', 'done', 'stopped', 'expired')),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table recovery_cases is
  'A player without any second factor gets in again, by two proofs and a wait.';
comment on column recovery_cases.email_key is
  'The account''s address at the first mail: it gets the last one.';
comment on column recovery_cases.next_at is
  'When something is to be done: a reminder, the mail that opens the account, the end.';

create unique index recovery_cases_living on recovery_cases (deployment, player_id)
  where ended_at is null;
create index recovery_cases_next on recovery_cases (next_at) where ended_at is null;
create index recovery_cases_by_age on recovery_cases (opened_at);
