-- Clients, what they know of players, and what they are notified of.

create table clients (
  deployment text not null,
  client_id text not null,
  revision uuid not null,
  data jsonb not null,
  sealed text not null,
  secret_until timestamptz,
  webhook_secret_until timestamptz,
  created_at timestamptz not null,
  primary key (deployment, client_id)
);

comment on table clients is
  'A client that an operator added without a file.';
comment on column clients.revision is
  'Another one after each change, by which servers learn of it.';
comment on column clients.data is
  'An entry of `clients` without its secrets.';
comment on column clients.sealed is
  'The secrets, encrypted with a key of the server.';
comment on column clients.secret_until is
  'The end of the secret before; null without one.';

create table client_sessions (
  deployment text not null,
  sid text not null,
  client_id text not null,
  session_family uuid not null,
  player_id bigint not null,
  signed_in_at timestamptz not null,
  ended_at timestamptz,
  subject text,
  primary key (deployment, player_id, sid),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table client_sessions is
  'A session that a client was given, which ends with that of the portal.';
comment on column client_sessions.ended_at is
  'When the session ended; the client is yet to be notified.';
comment on column client_sessions.subject is
  'What the client knows the player by; null: the player''s id.';

create index client_sessions_by_sid on client_sessions (deployment, sid);
create index client_sessions_ended on client_sessions (ended_at) where ended_at is not null;
create index client_sessions_of_family on client_sessions (deployment, session_family);

create table client_consents (
  deployment text not null,
  player_id bigint not null,
  client_id text not null,
  scopes text[] not null,
  given_at timestamptz not null,
  primary key (deployment, player_id, client_id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table client_consents is
  'What a player lets a client read.';

create table pairwise_subjects (
  deployment text not null,
  sector text not null,
  player_id bigint not null,
  subject text not null,
  primary key (deployment, player_id, sector),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table pairwise_subjects is
  'The name by which the third-party clients of a sector know a player.';

create table oidc_artifacts (
  deployment text not null,
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  session_family text,
  player_id bigint,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (deployment, model, id_hash),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table oidc_artifacts is
  'Something of the OpenID provider: a session, a grant, a code, a token.';
comment on column oidc_artifacts.session_family is
  'Set for sessions: the session family of ours.';

create index oidc_artifacts_expired on oidc_artifacts (expires_at);
create index oidc_artifacts_of_grant on oidc_artifacts (deployment, grant_id) where grant_id is not null;
create index oidc_artifacts_of_player on oidc_artifacts (deployment, player_id) where player_id is not null;
create index oidc_artifacts_of_session on oidc_artifacts (deployment, session_family) where session_family is not null;

create table device_codes (
  deployment text not null,
  code_hash bytea not null,
  device_sealed text not null,
  expires_at timestamptz not null,
  primary key (deployment, code_hash)
);

comment on table device_codes is
  'A device that waits for a player to let it in.';
comment on column device_codes.code_hash is
  'Of the code that the device shows, by a key of the server.';
comment on column device_codes.device_sealed is
  'What the device itself asks with, sealed.';

create index device_codes_expired on device_codes (expires_at);

create table signing_keys (
  deployment text not null,
  kid text not null,
  sealed text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  alg text not null default 'RS256',
  primary key (deployment, kid)
);

comment on table signing_keys is
  'A key that signs tokens.';
comment on column signing_keys.sealed is
  'The private key, encrypted with a key of the server.';
comment on column signing_keys.signs_from is
  'The key is published earlier, so that verifiers know it in time.';
comment on column signing_keys.alg is
  'By which algorithm it signs.';

create table retired_keys (
  deployment text not null,
  kid text not null,
  public_key jsonb not null,
  retired_at timestamptz not null,
  primary key (deployment, kid)
);

comment on table retired_keys is
  'The public half of a key that signs no more, for ID tokens that come back as hints.';

create table account_events (
  deployment text not null,
  id text not null,
  player_id bigint not null,
  type text not null,
  data jsonb not null,
  recipients text[] not null,
  at timestamptz not null,
  subjects jsonb not null default '{}',
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table account_events is
  'Something that happened to an account, and the clients that are notified of it.';
comment on column account_events.recipients is
  'Ids of clients.';
comment on column account_events.subjects is
  'What recipients know the player by, where that is not the player''s id; by ids of clients.';

create index account_events_by_age on account_events (at);

create table stopped_webhooks (
  deployment text not null,
  client_id text not null,
  at timestamptz not null,
  primary key (deployment, client_id)
);

comment on table stopped_webhooks is
  'A client whose webhook is not called any more, because it failed for too long.';
