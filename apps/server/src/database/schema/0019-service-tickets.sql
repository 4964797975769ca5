-- Visitors whom a service has confirmed, and links on their way to another account.

create table service_tickets (
  deployment text not null,
  token_hash bytea not null,
  service text not null,
  browser_hash bytea not null,
  sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (deployment, token_hash)
);

comment on table service_tickets is
  'An account of a service that a visitor has just proven, and that signs in to no account here.';
comment on column service_tickets.service is
  'Its canonical name.';
comment on column service_tickets.browser_hash is
  'Of the secret in the browser that proved it.';
comment on column service_tickets.sealed is
  'The account, encrypted with a key of the server.';

create index service_tickets_expired on service_tickets (expires_at);

create table link_moves (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  to_player_id bigint not null,
  canonical_name text not null,
  account_id text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  until timestamptz not null,
  moved_at timestamptz,
  ended_at timestamptz,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table link_moves is
  'A linked account that goes from one player to another, whose person has proven it.';
comment on column link_moves.player_id is
  'The player who has it first.';
comment on column link_moves.due_at is
  'When it goes; until then either player stops it.';
comment on column link_moves.until is
  'Until when the first player takes it back.';
comment on column link_moves.ended_at is
  'When it was stopped or taken back.';

create index link_moves_by_age on link_moves (until);

create index link_moves_due on link_moves (due_at) where moved_at is null and ended_at is null;

create index link_moves_to_player on link_moves (deployment, to_player_id);
