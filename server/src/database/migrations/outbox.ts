import { statements } from './statements.ts'

/** What a transaction hands to the job queue once it has committed; player 0 stands for none. */
export const outbox = statements(
  `create table outbox (
    deployment text not null,
    player_id bigint not null,
    id uuid not null,
    queue text not null,
    job jsonb not null,
    due_at timestamptz not null,
    created_at timestamptz not null,
    primary key (deployment, player_id, id)
  )`,
  `create index outbox_by_age on outbox (created_at)`,
)

/** Null in the rows of servers of the version before. */
export const accessTokensOfPlayers = statements(
  'alter table access_tokens add column player_id bigint',
)
