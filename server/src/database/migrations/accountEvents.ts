import { statements } from './statements.ts'

/** What happens to accounts, for the clients that are notified of it. */
export const accountEvents = statements(
  `create table account_events (
    deployment text not null,
    id text not null,
    player_id bigint not null,
    type text not null,
    data jsonb not null,
    recipients text[] not null,
    at timestamptz not null,
    primary key (deployment, id),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index account_events_of_player on account_events (deployment, player_id)`,
  `create index account_events_by_age on account_events (at)`,
)
