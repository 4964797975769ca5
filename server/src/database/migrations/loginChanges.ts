import { statements } from './statements.ts'

/** Changes of password and email address, and the challenges that captchas have solved. */
export const loginChanges = statements(
  `alter table players
    add column password_set_at timestamptz,
    add column browsers_forgotten_at timestamptz`,
  `create table email_changes (
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
    primary key (deployment, id),
    unique (deployment, confirm_hash),
    unique (deployment, undo_hash),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index email_changes_of_player on email_changes (deployment, player_id)`,
  `create index email_changes_by_old_email on email_changes (deployment, old_email_key)`,
  `alter table email_rules drop constraint email_rules_kind_check`,
  `alter table email_rules add constraint email_rules_kind_check check (kind in
    ('allowed', 'invalid', 'unauthorized', 'disposable', 'undeliverable', 'high-risk'))`,
  `create table solved_challenges (
    deployment text not null,
    signature_hash bytea not null,
    solved_at timestamptz not null,
    primary key (deployment, signature_hash)
  )`,
)
