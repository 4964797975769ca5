-- Sessions, what a player signs in with, and what guards it.

create table sessions (
  deployment text not null,
  id bigint generated always as identity,
  family uuid not null,
  player_id bigint not null,
  client_id text not null,
  session_id_hash bytea not null,
  refresh_hash bytea not null,
  access_token_count integer not null default 0,
  access_token_expires_at timestamptz not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  authenticated_at timestamptz not null,
  refreshed_at timestamptz,
  revoked_at timestamptz,
  ip text not null,
  user_agent text not null,
  partner text,
  methods text[] not null default '{}',
  second_at timestamptz,
  browser_hash bytea,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table sessions is
  'A session of the portal or of a client, or one that it was refreshed into.';
comment on column sessions.family is
  'Shared by a session and everything it was refreshed into.';
comment on column sessions.access_token_count is
  'Counts the access tokens of this session.';
comment on column sessions.authenticated_at is
  'When the password or the partner last verified the player in this session.';
comment on column sessions.partner is
  'Slug of the partner that verified the player; null for a password.';
comment on column sessions.methods is
  'By what the player was proven.';
comment on column sessions.second_at is
  'When a second factor, or a verified passkey, last proved the player in this session.';
comment on column sessions.browser_hash is
  'The hash of the token that made the browser known at the log-in.';

create index sessions_by_end on sessions (expires_at);
create index sessions_by_refresh_hash on sessions (deployment, refresh_hash);
create index sessions_by_session_id_hash on sessions (deployment, session_id_hash);
create index sessions_of_family on sessions (deployment, family);

create table access_tokens (
  deployment text not null,
  value_hash bytea not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  player_id bigint not null,
  primary key (deployment, player_id, value_hash),
  constraint access_tokens_session_fkey foreign key (deployment, player_id, session_id) references sessions (deployment, player_id, id) on delete cascade
);

comment on table access_tokens is
  'A bearer of a session, by its hash.';

create index access_tokens_by_value_hash on access_tokens (deployment, value_hash);
create index access_tokens_of_session on access_tokens (deployment, session_id);

create table attempts (
  deployment text not null,
  kind text not null,
  subject_hash bytea not null,
  count integer not null,
  resets_at timestamptz not null,
  primary key (deployment, kind, subject_hash)
);

comment on table attempts is
  'How often something was tried in a period: passwords, mails, registrations.';

create index attempts_by_end on attempts (resets_at);

create table ip_bans (
  deployment text not null,
  id bigint generated always as identity,
  network cidr not null,
  scope text not null,
  until timestamptz,
  primary key (deployment, id)
);

comment on table ip_bans is
  'A network whose visitors may not register, or not log in.';
comment on column ip_bans.network is
  'An address or a network in CIDR notation.';

create table captcha_passes (
  deployment text not null,
  token_hash bytea not null,
  action text,
  success boolean not null,
  is_valid boolean not null,
  address text not null,
  verified_at timestamptz not null,
  used_at timestamptz,
  primary key (deployment, token_hash)
);

comment on table captcha_passes is
  'A solved captcha, which serves once.';

create index captcha_passes_by_age on captcha_passes (verified_at);

create table solved_challenges (
  deployment text not null,
  signature_hash bytea not null,
  solved_at timestamptz not null,
  primary key (deployment, signature_hash)
);

comment on table solved_challenges is
  'A solved proof of work, which serves once.';

create index solved_challenges_by_age on solved_challenges (solved_at);

create table passkeys (
  deployment text not null,
  player_id bigint not null,
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
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table passkeys is
  'A passkey of a player.';
comment on column passkeys.rp_id is
  'The domain that the passkey is bound to; another one would make it useless.';
comment on column passkeys.public_key is
  'COSE.';
comment on column passkeys.aaguid is
  'The model of the authenticator, for display alone.';

create unique index passkeys_living on passkeys (deployment, player_id, credential_id) where removed_at is null;
create index passkeys_removed on passkeys (removed_at) where removed_at is not null;

create table passkey_users (
  deployment text not null,
  player_id bigint not null,
  user_handle bytea not null,
  primary key (deployment, player_id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table passkey_users is
  'By what authenticators know a player.';
comment on column passkey_users.user_handle is
  'By which authenticators know the player: 32 random bytes.';

create table used_challenges (
  deployment text not null,
  challenge_hash bytea not null,
  used_at timestamptz not null,
  primary key (deployment, challenge_hash)
);

comment on table used_challenges is
  'A challenge of WebAuthn that has served.';

create index used_challenges_over on used_challenges (used_at);

create table authenticator_apps (
  deployment text not null,
  player_id bigint not null,
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
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table authenticator_apps is
  'An app that shows a player codes for the second step.';
comment on column authenticator_apps.last_step is
  'The time step of the last code that was accepted: it serves once.';
comment on column authenticator_apps.session_family is
  'The session that began the enrolment; no other one may confirm it.';

create index authenticator_apps_removed on authenticator_apps (removed_at) where removed_at is not null;
create index authenticator_apps_unconfirmed on authenticator_apps (created_at) where confirmed_at is null;

create table recovery_code_sets (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  salt bytea not null,
  made_at timestamptz not null,
  voided_at timestamptz,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table recovery_code_sets is
  'Recovery codes that were made together. A player has one set that is valid.';

create unique index recovery_code_sets_living on recovery_code_sets (deployment, player_id) where voided_at is null;
create index recovery_code_sets_voided on recovery_code_sets (voided_at) where voided_at is not null;

create table recovery_codes (
  deployment text not null,
  player_id bigint not null,
  set_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (deployment, player_id, set_id, code_hash),
  foreign key (deployment, player_id, set_id) references recovery_code_sets (deployment, player_id, id) on delete cascade
);

comment on table recovery_codes is
  'A recovery code, which serves once.';
comment on column recovery_codes.code_hash is
  'argon2id of the code and the salt of its set.';

create table second_steps (
  deployment text not null,
  player_id bigint not null,
  handle_hash bytea not null,
  browser_hash bytea,
  methods text[] not null,
  client_id text not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (deployment, player_id, handle_hash),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table second_steps is
  'A log-in that waits for its second step.';
comment on column second_steps.browser_hash is
  'Of the secret in the browser that logs in; null where no cookie arrives.';
comment on column second_steps.methods is
  'What was proven so far.';

create index second_steps_over on second_steps (expires_at);

create table trusted_browsers (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  token_hash bytea not null,
  browser text not null,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  browser_hash bytea,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table trusted_browsers is
  'A browser that a player is asked for no second step in.';
comment on column trusted_browsers.browser is
  'As `browserMarkOf` makes it.';
comment on column trusted_browsers.browser_hash is
  'That of the newest log-in which needed no second step here; see `sessions`.';

create unique index trusted_browsers_by_token on trusted_browsers (deployment, player_id, token_hash);
create index trusted_browsers_over on trusted_browsers (expires_at);

create table safety_links (
  deployment text not null,
  player_id bigint not null,
  token_hash bytea not null,
  kind text not null,
  email_key text not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz,
  primary key (deployment, player_id, token_hash),
  check (kind in ('freeze', 'unfreeze')),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table safety_links is
  'A link that does nothing by being opened.';
comment on column safety_links.email_key is
  'The address that it was sent to.';
comment on column safety_links.tries is
  'Wrong numbers.';

create index safety_links_over on safety_links (expires_at);

create table account_ledger (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  act text not null,
  actor text not null,
  family uuid,
  browser text not null,
  ip text,
  user_agent text,
  shown jsonb not null,
  before_sealed text,
  primary key (deployment, player_id, id),
  check (actor in ('player', 'mail', 'operator', 'system', 'partner'))
);

comment on table account_ledger is
  'One thing that was done to an account. A trigger keeps it as it was written.';
comment on column account_ledger.family is
  'The session in which it was done; null for none.';
comment on column account_ledger.browser is
  'As `browserMarkOf` makes it.';
comment on column account_ledger.ip is
  'Emptied after a month, like the user agent.';
comment on column account_ledger.shown is
  'What the player reads; addresses are masked.';
comment on column account_ledger.before_sealed is
  'What was there before, sealed; emptied when it is too old to be put back.';

create index account_ledger_by_age on account_ledger (at);
create index account_ledger_with_addresses on account_ledger (at) where ip is not null;
create index account_ledger_with_befores on account_ledger (at) where before_sealed is not null;

create function keep_account_ledger() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      if current_setting('gatehouse.ledger', true) = 'forget' then
        return old;
      end if;
      raise exception 'entries of the ledger are removed by sweep and erasure alone';
    end if;
    if (to_jsonb(new) - array['ip', 'user_agent', 'before_sealed'])
        <> (to_jsonb(old) - array['ip', 'user_agent', 'before_sealed'])
      or (new.ip is distinct from old.ip and new.ip is not null)
      or (new.user_agent is distinct from old.user_agent and new.user_agent is not null)
      or (new.before_sealed is distinct from old.before_sealed and new.before_sealed is not null)
    then
      raise exception 'entries of the ledger do not change';
    end if;
    return new;
  end
$$;

create trigger keep_account_ledger before delete or update on account_ledger
  for each row
  execute function keep_account_ledger();
