-- Players, the names and addresses that are theirs, and what leads to, changes and ends an account.

create table players (
  deployment text not null,
  id bigint generated always as identity,
  username text not null,
  username_key text,
  email text not null,
  email_key text,
  password_hash text,
  firstname text,
  lastname text,
  date_of_birth text,
  avatar_url text not null default '',
  titles text not null default '',
  auth_type smallint not null default 1,
  auth_partner text,
  steam_check boolean not null default false,
  cookie_popup_seen boolean not null default false,
  referrer_id bigint,
  register_ip text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  banned_at timestamptz,
  deleted_at timestamptz,
  password_set_at timestamptz,
  trust_reset_at timestamptz,
  mail_refused_at timestamptz,
  registered_with bytea,
  avatar_source text not null default '',
  banned_until timestamptz,
  ban_reason text,
  email_verified_by text,
  language text,
  factors smallint not null default 0,
  frozen_at timestamptz,
  security_changed_at timestamptz,
  profile_changed_at timestamptz,
  primary key (deployment, id),
  check (auth_type in (1, 2)),
  check (email_verified_by in ('press', 'load', 'recovery', 'partner', 'import')),
  constraint players_partner_without_password check (auth_type = 1 or password_hash is null)
);

comment on table players is
  'An account. A deleted one keeps its row, without anything that names a person.';
comment on column players.username_key is
  'Lower case; null once the account is deleted and the name is free again.';
comment on column players.password_hash is
  'Null for an account whose partner verifies the player, and after a takeover until a recovery.';
comment on column players.avatar_url is
  'The picture: absolute, below MediasUrl, or for an upload a path of this server.';
comment on column players.titles is
  'Separated by semicolons.';
comment on column players.auth_type is
  '1: own password; 2: by a partner.';
comment on column players.password_set_at is
  'When the password was last set by its owner after the registration.';
comment on column players.trust_reset_at is
  'Browsers that were known before this moment are not known any more; nor is any earlier proof.';
comment on column players.mail_refused_at is
  'Since when the address takes no mail.';
comment on column players.registered_with is
  'The hash of the key under which the registration was sent, if it had one.';
comment on column players.avatar_source is
  '`upload`, `gallery`, the canonical name of a linked account; '''' for no choice of the player''s.';
comment on column players.banned_until is
  'The end of the ban; null for a ban without end, and without a ban.';
comment on column players.ban_reason is
  'The reason of the ban in words that the player reads; null for no reason given.';
comment on column players.email_verified_by is
  'Null for an address that is not verified.';
comment on column players.language is
  'A tag of the contract''s languages; null follows the browser.';
comment on column players.factors is
  'Bits of `factorBits`: what the player signs in with besides a password. A writer holds the lock of the row.';
comment on column players.frozen_at is
  'Since when the account opens by the link of a mail alone.';
comment on column players.security_changed_at is
  'When password, address, or a factor last changed: a second step that began before is void.';
comment on column players.profile_changed_at is
  'When something that clients read of a player last changed; a trigger writes it.';

create index players_banned on players (banned_until) where banned_at is not null;
create index players_by_email on players (deployment, email_key);
create index players_deleted on players (deleted_at) where deleted_at is not null;
create index players_registered_with on players (deployment, registered_with) where registered_with is not null;
create index players_unconfirmed on players (created_at) where confirmed_at is null and deleted_at is null;

create table unique_values (
  deployment text not null,
  kind text not null,
  value text collate "C" not null,
  player_id bigint not null,
  until timestamptz,
  created_at timestamptz not null,
  primary key (deployment, kind, value)
);

comment on table unique_values is
  'Who has a value that is unique in a deployment.';
comment on column unique_values.value is
  'Ordered by its bytes: the key finds the names that begin with a text, in a database of any language.';
comment on column unique_values.until is
  'Kept for the player until then; null as long as the player has it.';

create index unique_values_of_player on unique_values (deployment, player_id);

create table former_addresses (
  deployment text not null,
  player_id bigint not null,
  id bigint generated always as identity,
  email text not null,
  email_key text not null,
  since timestamptz not null,
  until timestamptz not null,
  withdrawn_at timestamptz,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table former_addresses is
  'An address that was an account''s, confirmed, until another one took its place.';

create index former_addresses_over on former_addresses (until);

create table email_changes (
  deployment text not null,
  id bigint generated always as identity,
  player_id bigint not null,
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  new_email_key text not null,
  confirm_hash bytea not null,
  undo_hash bytea not null,
  asked_at timestamptz not null,
  confirm_until timestamptz not null,
  undo_until timestamptz not null,
  confirmed_at timestamptz,
  voided_at timestamptz,
  undone_at timestamptz,
  old_email_verified_by text,
  primary key (deployment, player_id, id),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table email_changes is
  'A change of address, from the request to the end of the time in which it can be undone.';
comment on column email_changes.voided_at is
  'Undone, overtaken by another change, or ended by a recovery of the account.';
comment on column email_changes.old_email_verified_by is
  'How the old address was verified, once the change is confirmed.';

create index email_changes_by_confirm_hash on email_changes (deployment, confirm_hash);
create index email_changes_by_old_email on email_changes (deployment, old_email_key);
create index email_changes_by_undo_hash on email_changes (deployment, undo_hash);

create table mail_links (
  deployment text not null,
  token_hash bytea not null,
  kind text not null,
  player_id bigint not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz,
  browser_hash bytea,
  primary key (deployment, player_id, token_hash),
  foreign key (deployment, player_id) references players (deployment, id)
);

comment on table mail_links is
  'A link that was sent by mail: it confirms an address or leads to a new password, once.';
comment on column mail_links.browser_hash is
  'The hash of the secret in the cookie of the browser that registered; null for all other links.';

create index mail_links_by_token_hash on mail_links (deployment, token_hash);
create index mail_links_of_player on mail_links (deployment, player_id, kind);
create index mail_links_over on mail_links (expires_at);

create table access_keys (
  deployment text not null,
  value_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  used_by bigint,
  primary key (deployment, value_hash)
);

comment on table access_keys is
  'A key that opens the registration where the deployment asks for one, once.';

create index access_keys_by_player on access_keys (deployment, used_by) where used_by is not null;

create table email_rules (
  deployment text not null,
  domain text not null,
  kind text not null,
  primary key (deployment, domain),
  check (kind in ('allowed', 'invalid', 'unauthorized', 'disposable', 'undeliverable', 'high-risk'))
);

comment on table email_rules is
  'What is decided about addresses of a domain.';

create table deletion_types (
  deployment text not null,
  id integer not null,
  description text not null,
  is_other boolean not null,
  "position" integer not null,
  primary key (deployment, id)
);

comment on table deletion_types is
  'The reasons that a player can choose from when deleting the account.';

create table deletions (
  deployment text not null,
  id bigint generated always as identity,
  deletion_type_id integer,
  reason text,
  at timestamptz not null,
  primary key (deployment, id),
  foreign key (deployment, deletion_type_id) references deletion_types (deployment, id)
);

comment on table deletions is
  'Why an account was deleted. It names no player.';

create index deletions_with_reason on deletions (at) where reason is not null;

create table erasure_records (
  deployment text not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  player_id bigint not null,
  registered_at timestamptz not null,
  what text not null,
  consent_id bigint,
  primary key (deployment, seq)
);

comment on table erasure_records is
  'An erasure or a withdrawn consent, in the order of its number; triggers write it.';
comment on column erasure_records.registered_at is
  'With the id it names one player for ever: an id may be given again after a backup was restored.';
comment on column erasure_records.what is
  'The subject of the consent, or `erased`.';
comment on column erasure_records.consent_id is
  'Null for an erasure.';

create index erasure_records_in_order on erasure_records (seq);

create function keep_freeze() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7263002600);
    insert into erasure_records (at, deployment, player_id, registered_at, what, consent_id)
      values (coalesce(new.frozen_at, now()), new.deployment, new.id, new.created_at,
        case when new.frozen_at is null then 'unfrozen' else 'frozen' end, null);
    return null;
  end
$$;

create trigger keep_freeze after update of frozen_at on players
  for each row
  when ((old.frozen_at is null) <> (new.frozen_at is null))
  execute function keep_freeze();

create function keep_profile_change() returns trigger language plpgsql as $$
  begin
    new.profile_changed_at := now();
    return new;
  end
$$;

create trigger keep_profile_change before update of username, email, email_verified_by, avatar_url, titles, language on players
  for each row
  when (old.username is distinct from new.username
    or old.email is distinct from new.email
    or old.email_verified_by is distinct from new.email_verified_by
    or old.avatar_url is distinct from new.avatar_url
    or old.titles is distinct from new.titles
    or old.language is distinct from new.language)
  execute function keep_profile_change();

create function keep_withdrawal() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7263002600);
    if tg_table_name = 'players' then
      insert into erasure_records (at, deployment, player_id, registered_at, what, consent_id) values (new.deleted_at, new.deployment, new.id, new.created_at, 'erased', null);
    else
      insert into erasure_records (at, deployment, player_id, registered_at, what, consent_id) select new.at, new.deployment, new.player_id, p.created_at, new.subject, new.id
        from players p where p.deployment = new.deployment and p.id = new.player_id;
    end if;
    return null;
  end
$$;

create trigger keep_withdrawal after update of deleted_at on players
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function keep_withdrawal();
