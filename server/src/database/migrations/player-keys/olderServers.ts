import { type Step, statements } from '../statements.ts'

/*
 * Servers of the version before know no look-ups: triggers write them in their place, until the
 * contract. A server of this version claims a value before it writes the row that bears it, and gives
 * it up after; the triggers then find everything done. Each rule holds in either order:
 *
 * - A row that bears a value takes it, before it is written. What another player has is a unique
 *   violation of the constraint that older servers know.
 * - A value goes when its player bears it no longer, and keeps it for no later time (`until`). A change
 *   says so at its commit, because it may keep the value after the row has changed.
 */

const nothing = 'return null;'

function trigger(name: string, body: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`
}

const functions = statements(
  `create function take_value(
    of_deployment text, of_kind text, of_value text, of_player bigint, of_constraint text
  ) returns void language plpgsql as $$
    begin
      perform 1 from taken t where t.deployment = of_deployment and t.kind = of_kind
        and t.value = of_value and t.player_id = of_player and t.until is null;
      if found then return; end if;
      insert into taken as t (deployment, kind, value, player_id, created_at)
        values (of_deployment, of_kind, of_value, of_player, now())
        on conflict (deployment, kind, value)
        do update set player_id = excluded.player_id, until = null
        where t.player_id = excluded.player_id or t.until <= now();
      if not found then
        raise unique_violation using
          message = format('another player has this value of %s', of_kind),
          constraint = of_constraint;
      end if;
    end
  $$`,
  `create function keep_value(
    of_deployment text, of_kind text, of_value text, of_player bigint, kept_until timestamptz
  ) returns void language sql as $$
    insert into taken as t (deployment, kind, value, player_id, until, created_at)
      values (of_deployment, of_kind, of_value, of_player, kept_until, now())
      on conflict (deployment, kind, value)
      do update set player_id = excluded.player_id, until = excluded.until
      where t.player_id = excluded.player_id or t.until <= now()
  $$`,
  // The newest registration that is left with an address has it next.
  `create function pass_address_on(of_deployment text, of_address text)
    returns void language sql as $$
    insert into taken (deployment, kind, value, player_id, created_at)
      select p.deployment, 'unconfirmed-email', p.email_key, p.id, now() from players p
      where p.deployment = of_deployment and p.email_key = of_address
        and p.confirmed_at is null and p.deleted_at is null
      order by p.id desc limit 1
      on conflict do nothing
  $$`,
)

/** A seed inserts players who are there, and lets the constraint decide. */
const ofPlayers = statements(
  trigger(
    'take_of_player',
    `if tg_op = 'INSERT' and (
        exists (select from players p
          where p.deployment = new.deployment and p.username_key = new.username_key)
        or new.confirmed_at is not null and exists (select from players p
          where p.deployment = new.deployment and p.email_key = new.email_key
            and p.confirmed_at is not null)
      ) then return new; end if;
      if new.username_key is not null and new.username_key is distinct from old.username_key then
        perform take_value(new.deployment, 'username', new.username_key, new.id, 'players_username');
      end if;
      if new.email_key is not null and new.confirmed_at is not null
        and (new.email_key is distinct from old.email_key or old.confirmed_at is null) then
        perform take_value(new.deployment, 'email', new.email_key, new.id, 'players_email');
      elsif new.email_key is not null and new.confirmed_at is null
        and new.email_key is distinct from old.email_key then
        insert into taken as t (deployment, kind, value, player_id, created_at)
          values (new.deployment, 'unconfirmed-email', new.email_key, new.id, now())
          on conflict (deployment, kind, value) do update set player_id = excluded.player_id
          where t.player_id < excluded.player_id;
      end if;
      if new.registered_with is not null
        and new.registered_with is distinct from old.registered_with then
        insert into taken as t (deployment, kind, value, player_id, until, created_at)
          values (new.deployment, 'registration',
            encode(new.registered_with, 'hex'), new.id, new.created_at + interval '24 hours', now())
          on conflict (deployment, kind, value)
          do update set player_id = excluded.player_id, until = excluded.until
          where t.player_id <> excluded.player_id;
      end if;
      return new;`,
  ),
  trigger(
    'release_of_player',
    `if new.deleted_at is not null then
        delete from taken t where t.deployment = old.deployment and t.player_id = old.id;
        -- Servers that claim do not write there, and an erased player has no former names.
        delete from username_quarantine q
          where q.deployment = old.deployment and q.player_id = old.id;
      end if;
      delete from taken t
      where t.deployment = old.deployment and t.player_id = old.id and t.until is null
        and (t.kind, t.value) in (('username', old.username_key), ('email', old.email_key),
          ('unconfirmed-email', old.email_key))
        and not exists (select from players p
          where p.deployment = old.deployment and p.id = old.id and t.value = case
            when t.kind = 'username' then p.username_key
            when (t.kind = 'email') = (p.confirmed_at is not null) then p.email_key end);
      perform pass_address_on(old.deployment, old.email_key);
      return null;`,
  ),
  trigger(
    'release_all_of_player',
    `delete from taken t where t.deployment = old.deployment and t.player_id = old.id;
      perform pass_address_on(old.deployment, old.email_key);
      return null;`,
  ),
  `create trigger take_of_player before insert or update of username_key, email_key, confirmed_at
    on players for each row execute function take_of_player()`,
  `create constraint trigger release_of_player
    after update of username_key, email_key, confirmed_at, deleted_at
    on players deferrable initially deferred for each row
    when (old.username_key is distinct from new.username_key
      or old.email_key is distinct from new.email_key
      or (old.confirmed_at is null) <> (new.confirmed_at is null)
      or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function release_of_player()`,
  `create trigger release_all_of_player after delete
    on players for each row execute function release_all_of_player()`,
)

const ofQuarantine = statements(
  trigger(
    'keep_username',
    `if tg_op = 'DELETE' then
        delete from taken t where t.deployment = old.deployment and t.kind = 'username'
          and t.value = old.username_key and t.player_id = old.player_id and t.until = old.until;
      elsif not exists (select from players p where p.deployment = new.deployment
        and p.id = new.player_id and p.username_key = new.username_key) then
        perform keep_value(new.deployment, 'username', new.username_key, new.player_id, new.until);
      end if;
      ${nothing}`,
  ),
  `create constraint trigger keep_username after insert or update or delete
    on username_quarantine deferrable initially deferred for each row
    execute function keep_username()`,
)

/** A former address is kept as long as one of its player's changes may be undone to it. */
const ofEmailChanges = statements(
  `create function keep_email() returns trigger language plpgsql as $$
    declare
      change record;
      kept_until timestamptz;
    begin
      if tg_op = 'DELETE' then change := old; else change := new; end if;
      if exists (select from players p where p.deployment = change.deployment
        and p.id = change.player_id and p.email_key = change.old_email_key
        and p.confirmed_at is not null) then return null; end if;
      select max(c.undo_until) into kept_until from email_changes c
        where c.deployment = change.deployment and c.player_id = change.player_id
          and c.old_email_key = change.old_email_key
          and c.confirmed_at is not null and c.undone_at is null and c.undo_until > now();
      if kept_until is not null then
        perform keep_value(
          change.deployment, 'email', change.old_email_key, change.player_id, kept_until);
      else
        delete from taken t where t.deployment = change.deployment and t.kind = 'email'
          and t.value = change.old_email_key and t.player_id = change.player_id
          and t.until is not null;
      end if;
      return null;
    end
  $$`,
  `create constraint trigger keep_email
    after insert or delete or update of confirmed_at, undone_at, undo_until
    on email_changes deferrable initially deferred for each row execute function keep_email()`,
)

interface Linked {
  readonly table: string
  readonly name: string
  /** Of a row: its kind and its value. */
  readonly kind: (row: 'new' | 'old') => string
  readonly value: string
  readonly constraint: string
  /** What makes a row one that is there, where an insert leaves it to the constraint. */
  readonly same: string
}

/** A link takes one value, and goes with its row. */
function ofLinks({ table, name, kind, value, constraint, same }: Linked): Step {
  return statements(
    trigger(
      `take_${name}`,
      `if tg_op = 'UPDATE' or not exists (select from ${table} l
          where l.deployment = new.deployment and (${same})) then
          perform take_value(
            new.deployment, ${kind('new')}, new.${value}, new.player_id, '${constraint}');
        end if;
        return new;`,
    ),
    trigger(
      `release_${name}`,
      `if tg_op = 'UPDATE' and new.${value} = old.${value} then return null; end if;
        delete from taken t where t.deployment = old.deployment and t.kind = ${kind('old')}
          and t.value = old.${value} and t.player_id = old.player_id; ${nothing}`,
    ),
    `create trigger take_${name} before insert or update of ${value}
      on ${table} for each row execute function take_${name}()`,
    `create trigger release_${name} after delete or update of ${value}
      on ${table} for each row execute function release_${name}()`,
  )
}

const ofConnections = ofLinks({
  table: 'connections',
  name: 'account',
  kind: (row) => `${row}.canonical_name`,
  value: 'account_id',
  constraint: 'connections_account',
  same: 'l.canonical_name = new.canonical_name and l.account_id = new.account_id',
})

const ofPartnerPlayers = ofLinks({
  table: 'partner_players',
  name: 'partner_subject',
  kind: (row) => `'partner ' || ${row}.partner`,
  value: 'subject',
  constraint: 'partner_players_pkey',
  same: 'l.partner = new.partner and l.subject = new.subject',
})

const ofPairwiseSubjects = ofLinks({
  table: 'pairwise_subjects',
  name: 'pairwise_subject',
  kind: (row) => `'subject ' || ${row}.sector`,
  value: 'subject',
  constraint: 'pairwise_subjects_deployment_sector_subject_key',
  same: 'l.sector = new.sector and (l.player_id = new.player_id or l.subject = new.subject)',
})

const ofAccessTokens = statements(
  trigger(
    'fill_access_token',
    `select s.player_id into new.player_id from sessions s
        where s.deployment = new.deployment and s.id = new.session_id;
      return new;`,
  ),
  `create trigger fill_access_token before insert on access_tokens for each row
    when (new.player_id is null) execute function fill_access_token()`,
)

export const olderServers = {
  '0030-take-values': functions,
  '0031-players-take': ofPlayers,
  '0032-quarantine-takes': ofQuarantine,
  '0033-email-changes-take': ofEmailChanges,
  '0034-connections-take': ofConnections,
  '0035-partner-players-take': ofPartnerPlayers,
  '0036-pairwise-subjects-take': ofPairwiseSubjects,
  '0037-access-tokens-know-players': ofAccessTokens,
} satisfies Record<string, Step>
