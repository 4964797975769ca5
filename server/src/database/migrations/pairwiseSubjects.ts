import { statements } from './statements.ts'

/**
 * The names by which third-party clients know players. A client that a player has ever consented to
 * knows the player's id already, and goes on with it.
 */
export const pairwiseSubjects = statements(
  `create table pairwise_subjects (
    deployment text not null,
    sector text not null,
    player_id bigint not null,
    subject text not null,
    primary key (deployment, sector, player_id),
    unique (deployment, sector, subject),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index pairwise_subjects_of_player on pairwise_subjects (deployment, player_id)`,
  `insert into pairwise_subjects (deployment, sector, player_id, subject)
    select known.deployment, known.client_id, known.player_id, known.player_id::text
    from (
      select deployment, client_id, player_id from client_consents
      union
      select deployment, substring(subject from 6), player_id from consents
      where subject like 'site %' and accepted
    ) known
    join players p on p.deployment = known.deployment and p.id = known.player_id
    where p.deleted_at is null`,
  // What a logout token names the player by, although the player may be erased by then.
  `alter table client_sessions add column subject text`,
  // By the ids of clients: what an event names its player by, where that is not the id.
  `alter table account_events add column subjects jsonb not null default '{}'`,
)
