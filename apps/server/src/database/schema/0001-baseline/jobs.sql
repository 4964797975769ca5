-- Rows for the job queue, written by a transaction that has committed.

create table outbox (
  deployment text not null,
  player_id bigint not null,
  id uuid not null,
  queue text not null,
  job jsonb not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (deployment, player_id, id)
);

comment on table outbox is
  'What the job queue gets from a transaction that has committed.';
comment on column outbox.player_id is
  '0 without a player.';

create index outbox_by_age on outbox (queue, created_at);
