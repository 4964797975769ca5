-- Accounts at linked services and partners, and the ways to and from them.

create table connections (
  deployment text not null,
  player_id bigint not null,
  canonical_name text not null,
  account_id text not null,
  account_name text not null,
  avatar text not null,
  last_check timestamptz not null,
  linked_at timestamptz not null,
  gone_at timestamptz,
  primary key (deployment, player_id, canonical_name),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table connections is
  'An account at a linked service.';
comment on column connections.gone_at is
  'Since when the provider does not know the account any more; null while it does.';

create index connections_by_age on connections (deployment, canonical_name, last_check);

create table authorization_flows (
  deployment text not null,
  state_hash bytea not null,
  provider text not null,
  purpose text not null,
  player_id bigint,
  session_family uuid,
  browser_hash bytea,
  client_id text not null,
  callback_path text not null,
  redirect_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (deployment, state_hash),
  constraint authorization_flows_check1 check (session_family is null or player_id is not null),
  constraint authorization_flows_has_owner check (session_family is not null or browser_hash is not null),
  check (purpose in ('link', 'login', 'register')),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table authorization_flows is
  'An authorization request to a provider or partner, until its callback.';
comment on column authorization_flows.provider is
  'A canonical name of a connection, or the slug of a partner.';
comment on column authorization_flows.player_id is
  'The player who links, or the only player who may log in; null for a visitor.';
comment on column authorization_flows.session_family is
  'The session that started a linking.';
comment on column authorization_flows.browser_hash is
  'Of the secret in the browser that started the flow; null where the session identifies it.';

create index authorization_flows_expired on authorization_flows (expires_at);
create index authorization_flows_of_player on authorization_flows (deployment, player_id);

create table steam_nonces (
  deployment text not null,
  nonce_hash bytea not null,
  expires_at timestamptz not null,
  primary key (deployment, nonce_hash)
);

comment on table steam_nonces is
  'An answer of Steam that was taken, which serves once.';

create index steam_nonces_expired on steam_nonces (expires_at);

create table partner_players (
  deployment text not null,
  partner text not null,
  subject text not null,
  player_id bigint not null,
  linked_at timestamptz not null,
  primary key (deployment, player_id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table partner_players is
  'By what a partner knows a player.';
comment on column partner_players.subject is
  'The partner''s own name of the player.';

create table registration_tickets (
  deployment text not null,
  token_hash bytea not null,
  purpose text not null,
  partner text not null,
  browser_hash bytea not null,
  sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (deployment, token_hash),
  check (purpose in ('registration', 'validation'))
);

comment on table registration_tickets is
  'A visitor whom a partner has verified and who has no account yet.';
comment on column registration_tickets.purpose is
  'For an account, or for a mail with which the partner validates the address.';
comment on column registration_tickets.sealed is
  'The partner''s profile of the player, encrypted with a key of the server.';

create index registration_tickets_expired on registration_tickets (expires_at);

create table partner_login_codes (
  deployment text not null,
  code_hash bytea not null,
  player_id bigint not null,
  client_id text not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (deployment, player_id, code_hash),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table partner_login_codes is
  'A log-in by a partner that the portal has yet to fetch, once.';

create index partner_login_codes_by_code_hash on partner_login_codes (deployment, code_hash);
create index partner_login_codes_expired on partner_login_codes (expires_at);
