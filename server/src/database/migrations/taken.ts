import { statements } from './statements.ts'

/**
 * What is unique in a deployment: names, addresses, linked accounts, partners' subjects, the keys of
 * registrations. No foreign key: a look-up is written before its player, and removed after it.
 */
export const taken = statements(
  `create table taken (
    deployment text not null,
    kind text not null,
    value text not null,
    player_id bigint not null,
    until timestamptz,
    created_at timestamptz not null,
    primary key (deployment, kind, value)
  )`,
  `create index taken_of_player on taken (deployment, player_id)`,
)
