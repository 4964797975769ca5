import { statements } from './statements.ts'

/** Clients that players sign in to with their account. */
export const clients = statements(
  // State of the OpenID provider; ids are secrets and are stored as hashes.
  `create table oidc_artifacts (
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
  )`,
  `create index oidc_artifacts_of_grant on oidc_artifacts (deployment, grant_id)
    where grant_id is not null`,
  `create index oidc_artifacts_of_session on oidc_artifacts (deployment, session_family)
    where session_family is not null`,
  `create index oidc_artifacts_of_player on oidc_artifacts (deployment, player_id)
    where player_id is not null`,
  `create index oidc_artifacts_expired on oidc_artifacts (expires_at)`,
  // A session of ours that a client knows by its `sid`, until the client is notified of its end.
  `create table site_sessions (
    deployment text not null,
    sid text not null,
    client_id text not null,
    session_family uuid not null,
    player_id bigint not null,
    signed_in_at timestamptz not null,
    ended_at timestamptz,
    primary key (deployment, sid),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index site_sessions_of_family on site_sessions (deployment, session_family)`,
  `create index site_sessions_of_player on site_sessions (deployment, player_id)`,
  `create index site_sessions_ended on site_sessions (ended_at) where ended_at is not null`,
  `create index players_banned on players (banned_at) where banned_at is not null`,
  `create table site_consents (
    deployment text not null,
    player_id bigint not null,
    client_id text not null,
    scopes text[] not null,
    given_at timestamptz not null,
    primary key (deployment, player_id, client_id),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create table signing_keys (
    deployment text not null,
    kid text not null,
    sealed text not null,
    created_at timestamptz not null,
    signs_from timestamptz not null,
    primary key (deployment, kid)
  )`,
)
