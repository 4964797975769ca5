import { statements } from '../statements.ts'

const ofPlayer = `deployment text not null,
    player_id bigint not null`
const reference = 'foreign key (deployment, player_id) references players (deployment, id)'

/** What a player signs in with besides a password, and what a sign-in leaves behind on its way. */
export const factors = statements(
  `create table passkeys (
    ${ofPlayer},
    id bigint generated always as identity,
    rp_id text not null,
    credential_id bytea not null,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    aaguid uuid not null,
    is_backup_eligible boolean not null,
    is_backed_up boolean not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    removed_at timestamptz,
    primary key (deployment, player_id, id),
    ${reference}
  )`,
  `create unique index passkeys_living on passkeys (deployment, player_id, credential_id)
    where removed_at is null`,
  `create index passkeys_removed on passkeys (removed_at) where removed_at is not null`,
  `create table passkey_users (
    ${ofPlayer},
    user_handle bytea not null,
    primary key (deployment, player_id),
    ${reference}
  )`,
  `create table authenticator_apps (
    ${ofPlayer},
    id bigint generated always as identity,
    secret_sealed text not null,
    last_step bigint,
    name text not null,
    session_family uuid not null,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    last_used_at timestamptz,
    removed_at timestamptz,
    primary key (deployment, player_id, id),
    ${reference}
  )`,
  `create index authenticator_apps_removed on authenticator_apps (removed_at)
    where removed_at is not null`,
  `create index authenticator_apps_unconfirmed on authenticator_apps (created_at)
    where confirmed_at is null`,
  `create table recovery_code_sets (
    ${ofPlayer},
    id bigint generated always as identity,
    salt bytea not null,
    made_at timestamptz not null,
    voided_at timestamptz,
    primary key (deployment, player_id, id),
    ${reference}
  )`,
  `create unique index recovery_code_sets_living on recovery_code_sets (deployment, player_id)
    where voided_at is null`,
  `create index recovery_code_sets_voided on recovery_code_sets (voided_at)
    where voided_at is not null`,
  `create table recovery_codes (
    ${ofPlayer},
    set_id bigint not null,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (deployment, player_id, set_id, code_hash),
    foreign key (deployment, player_id, set_id)
      references recovery_code_sets (deployment, player_id, id) on delete cascade
  )`,
  `create table trusted_browsers (
    ${ofPlayer},
    id bigint generated always as identity,
    token_hash bytea not null,
    browser text not null,
    ip text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz,
    primary key (deployment, player_id, id),
    ${reference}
  )`,
  `create unique index trusted_browsers_by_token
    on trusted_browsers (deployment, player_id, token_hash)`,
  `create index trusted_browsers_over on trusted_browsers (expires_at)`,
  `create table second_steps (
    ${ofPlayer},
    handle_hash bytea not null,
    browser_hash bytea,
    methods text[] not null,
    client_id text not null,
    tries smallint not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (deployment, player_id, handle_hash),
    ${reference}
  )`,
  `create index second_steps_over on second_steps (expires_at)`,
  `create table used_challenges (
    deployment text not null,
    challenge_hash bytea not null,
    used_at timestamptz not null,
    primary key (deployment, challenge_hash)
  )`,
  `create index used_challenges_over on used_challenges (used_at)`,
)
