import type { Step } from '../statements.ts'

/*
 * What was there before the triggers. Rows of a portion are locked, so that none of them changes between
 * its reading and its look-up.
 */

const taking = 'insert into taken (deployment, kind, value, player_id, until, created_at)'

/** A value has one row today: what is there is its player's, or a later one's. */
const players: Step = {
  walk: {
    table: 'players',
    key: ['deployment', 'id'],
    act: `${taking}
      select deployment, 'username', username_key, id, null::timestamptz, created_at from portion
      where username_key is not null
      union all
      select deployment, 'email', email_key, id, null, created_at from portion
      where email_key is not null and confirmed_at is not null
      union all
      (select distinct on (deployment, email_key)
        deployment, 'unconfirmed-email', email_key, id, null, created_at from portion
      where email_key is not null and confirmed_at is null
      order by deployment, email_key, id desc)
      union all
      (select distinct on (deployment, registered_with) deployment, 'registration',
        encode(registered_with, 'hex'), id,
        created_at + interval '24 hours', created_at from portion
      where registered_with is not null and created_at > now() - interval '24 hours'
      order by deployment, registered_with, id desc)
      on conflict (deployment, kind, value) do update set player_id = excluded.player_id
      where taken.kind = 'unconfirmed-email' and taken.player_id < excluded.player_id`,
  },
}

const quarantine: Step = {
  walk: {
    table: 'username_quarantine',
    key: ['deployment', 'username_key'],
    act: `${taking}
      select deployment, 'username', username_key, player_id, until, now() from portion
      where until > now() on conflict do nothing`,
  },
}

const emailChanges: Step = {
  walk: {
    table: 'email_changes',
    key: ['deployment', 'id'],
    act: `${taking}
      select distinct on (deployment, old_email_key)
        deployment, 'email', old_email_key, player_id, undo_until, now() from portion
      where confirmed_at is not null and undone_at is null and undo_until > now()
      order by deployment, old_email_key, undo_until desc
      on conflict (deployment, kind, value) do update set until = excluded.until
      where taken.player_id = excluded.player_id and taken.until < excluded.until`,
  },
}

function links(table: string, key: readonly string[], kind: string, value: string): Step {
  const act = `${taking}
    select deployment, ${kind}, ${value}, player_id, null, now() from portion on conflict do nothing`
  return { walk: { table, key, act } }
}

const accessTokens: Step = {
  walk: {
    table: 'access_tokens',
    key: ['deployment', 'value_hash'],
    act: `update access_tokens t set player_id = s.player_id
      from portion, sessions s
      where t.deployment = portion.deployment and t.value_hash = portion.value_hash
        and t.player_id is null and s.deployment = t.deployment and s.id = t.session_id`,
  },
}

export const fill = {
  '0038-players-taken': players,
  '0039-quarantine-taken': quarantine,
  '0040-email-changes-taken': emailChanges,
  '0041-connections-taken': links(
    'connections',
    ['deployment', 'player_id', 'canonical_name'],
    'canonical_name',
    'account_id',
  ),
  '0042-partner-players-taken': links(
    'partner_players',
    ['deployment', 'partner', 'subject'],
    `'partner ' || partner`,
    'subject',
  ),
  '0043-pairwise-subjects-taken': links(
    'pairwise_subjects',
    ['deployment', 'sector', 'player_id'],
    `'subject ' || sector`,
    'subject',
  ),
  '0044-access-tokens-of-players': accessTokens,
} satisfies Record<string, Step>
