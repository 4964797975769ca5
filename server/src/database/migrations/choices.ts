import { statements } from './statements.ts'

/** What players choose: consents, cookies, newsletters, connections, blocks. */
export const choices = statements(
  `create table consents (
    deployment text not null,
    id bigint generated always as identity,
    player_id bigint not null,
    subject text not null,
    accepted boolean not null,
    text_version text not null,
    ip text not null,
    at timestamptz not null,
    primary key (deployment, id),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index consents_of_player on consents (deployment, player_id)`,
  `create table cookies (
    deployment text not null,
    id integer not null,
    name text not null,
    description text not null,
    is_active boolean not null,
    is_optional boolean not null,
    primary key (deployment, id)
  )`,
  `create table cookie_choices (
    deployment text not null,
    player_id bigint not null,
    cookie_id integer not null,
    is_accepted boolean not null,
    updated_at timestamptz not null,
    primary key (deployment, player_id, cookie_id),
    foreign key (deployment, player_id) references players (deployment, id),
    foreign key (deployment, cookie_id) references cookies (deployment, id)
  )`,
  `create table newsletter_lists (
    deployment text not null,
    id integer not null,
    name text not null,
    is_own boolean not null,
    is_active boolean not null,
    primary key (deployment, id)
  )`,
  `create table newsletter_opt_ins (
    deployment text not null,
    player_id bigint not null,
    list_id integer not null,
    is_opt_in boolean not null,
    updated_at timestamptz not null,
    primary key (deployment, player_id, list_id),
    foreign key (deployment, player_id) references players (deployment, id),
    foreign key (deployment, list_id) references newsletter_lists (deployment, id)
  )`,
  `create table connects (
    deployment text not null,
    player_id bigint not null,
    canonical_name text not null
      check (canonical_name in ('steam', 'twitch', 'epic-games', 'game-pass')),
    account_id text not null,
    connect_name text not null,
    avatar text not null,
    last_check timestamptz not null,
    linked_at timestamptz not null,
    primary key (deployment, player_id, canonical_name),
    constraint connects_account unique (deployment, canonical_name, account_id),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create table blocks (
    deployment text not null,
    player_id bigint not null,
    blocked_id bigint not null,
    created_at timestamptz not null,
    primary key (deployment, player_id, blocked_id),
    foreign key (deployment, player_id) references players (deployment, id),
    foreign key (deployment, blocked_id) references players (deployment, id)
  )`,
  `create table deletion_types (
    deployment text not null,
    id integer not null,
    description text not null,
    is_other boolean not null,
    position integer not null,
    primary key (deployment, id)
  )`,
)
