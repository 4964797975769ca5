-- Refusals and faults that players report by a support code. A server of 1.0.0 makes none.

create table incidents (
  deployment text not null,
  code_hash bytea not null,
  player_id bigint,
  sealed text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (deployment, code_hash)
);

create index incidents_expired on incidents (expires_at);
create index incidents_of_player on incidents (deployment, player_id);

comment on table incidents is
  'The notes of refusals and faults whose players asked for a support code.';
comment on column incidents.code_hash is
  'Of the code that the player reads to the support, by a key of the server.';
comment on column incidents.player_id is
  'The player whose session was proven; null without one.';
comment on column incidents.sealed is
  'The note, and what the browser says about the screen.';
