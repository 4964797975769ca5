import { statements } from './statements.ts'

/** Surveys, badges, and the reasons of deletions. */
export const surveysAndDeletions = statements(
  `create table surveys (
    deployment text not null,
    player_id bigint not null,
    answers jsonb not null,
    steam_id text not null,
    sent_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (deployment, player_id),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create table badges (
    deployment text not null,
    player_id bigint not null,
    badge text not null,
    at timestamptz not null,
    primary key (deployment, player_id, badge),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  // Why players delete their accounts, without the players.
  `create table deletions (
    deployment text not null,
    id bigint generated always as identity,
    deletion_type_id integer,
    reason text,
    at timestamptz not null,
    primary key (deployment, id),
    foreign key (deployment, deletion_type_id) references deletion_types (deployment, id)
  )`,
  `create index blocks_of_blocked on blocks (deployment, blocked_id)`,
  `create index username_quarantine_of_player on username_quarantine (deployment, player_id)`,
)
