import { statements } from './statements.ts'

/** Identity providers and partners: linked accounts, and partners that verify their players. */
export const federation = statements(
  // One row for each authorization request; its callback uses it once.
  `create table external_flows (
    deployment text not null,
    state_hash bytea not null,
    provider text not null,
    purpose text not null check (purpose in ('link', 'login', 'register')),
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
    foreign key (deployment, player_id) references players (deployment, id),
    check ((session_family is null) = (browser_hash is not null)),
    check (session_family is null or player_id is not null)
  )`,
  `create index external_flows_of_player on external_flows (deployment, player_id)`,
  `create index external_flows_expired on external_flows (expires_at)`,
  `create table steam_nonces (
    deployment text not null,
    nonce_hash bytea not null,
    expires_at timestamptz not null,
    primary key (deployment, nonce_hash)
  )`,
  `create index steam_nonces_expired on steam_nonces (expires_at)`,
  // The partner's own name of a player, never an address.
  `create table partner_players (
    deployment text not null,
    partner text not null,
    subject text not null,
    player_id bigint not null,
    linked_at timestamptz not null,
    primary key (deployment, partner, subject),
    constraint partner_players_player unique (deployment, player_id),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  // The profile of a player without an account, from a verified callback; sealed, as it is personal.
  `create table partner_proofs (
    deployment text not null,
    token_hash bytea not null,
    purpose text not null check (purpose in ('registration', 'validation')),
    partner text not null,
    browser_hash bytea not null,
    sealed text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (deployment, token_hash)
  )`,
  `create index partner_proofs_expired on partner_proofs (expires_at)`,
  // An accepted registration, which its browser exchanges once for a session.
  `create table partner_arrivals (
    deployment text not null,
    created_hash bytea not null,
    player_id bigint not null,
    client_id text not null,
    browser_hash bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (deployment, created_hash),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index partner_arrivals_of_player on partner_arrivals (deployment, player_id)`,
  `create index partner_arrivals_expired on partner_arrivals (expires_at)`,
  `alter table connects add column gone_at timestamptz`,
  `create index connects_by_age on connects (deployment, canonical_name, last_check)`,
  // Leases for work that one server at a time does.
  `create table turns (
    job text not null primary key,
    until timestamptz not null
  )`,
  `alter table sessions add column partner text`,
  // A player whom a partner verifies never has a password here.
  `alter table players add constraint players_one_proof check (
    auth_type = 1 or password_hash is null
  )`,
  // The partner whose page showed the text of the consent; null for our page.
  `alter table consents add column shown_by text`,
)
