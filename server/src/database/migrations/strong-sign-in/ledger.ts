import { statements } from '../statements.ts'

/**
 * What was done to an account, for its player to read, and the addresses that may learn of it. No
 * foreign key: a log-in would lock and look for its player a second time.
 */
export const ledger = statements(
  `create table account_ledger (
    deployment text not null,
    player_id bigint not null,
    id bigint generated always as identity,
    at timestamptz not null,
    act text not null,
    actor text not null check (actor in ('player', 'mail', 'operator', 'system', 'partner')),
    family uuid,
    browser text not null,
    ip text,
    user_agent text,
    shown jsonb not null,
    before_sealed text,
    primary key (deployment, player_id, id)
  )`,
  `create index account_ledger_by_age on account_ledger (at)`,
  `create index account_ledger_with_addresses on account_ledger (at) where ip is not null`,
  `create index account_ledger_with_befores on account_ledger (at)
    where before_sealed is not null`,
  // Whoever reads it relies on that nobody made it nicer, so that even our own statements cannot.
  `create function keep_account_ledger() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if current_setting('gatehouse.ledger', true) = 'forget' then
          return old;
        end if;
        raise exception 'entries of the ledger are removed by sweep and erasure alone';
      end if;
      if (to_jsonb(new) - array['ip', 'user_agent', 'before_sealed'])
          <> (to_jsonb(old) - array['ip', 'user_agent', 'before_sealed'])
        or (new.ip is distinct from old.ip and new.ip is not null)
        or (new.user_agent is distinct from old.user_agent and new.user_agent is not null)
        or (new.before_sealed is distinct from old.before_sealed and new.before_sealed is not null)
      then
        raise exception 'entries of the ledger do not change';
      end if;
      return new;
    end
  $$`,
  `create trigger keep_account_ledger before update or delete on account_ledger for each row
    execute function keep_account_ledger()`,
  `create table former_addresses (
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
  )`,
  `create index former_addresses_over on former_addresses (until)`,
  `create table safety_links (
    deployment text not null,
    player_id bigint not null,
    token_hash bytea not null,
    kind text not null check (kind in ('freeze', 'unfreeze')),
    email_key text not null,
    tries smallint not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    superseded_at timestamptz,
    primary key (deployment, player_id, token_hash),
    foreign key (deployment, player_id) references players (deployment, id)
  )`,
  `create index safety_links_over on safety_links (expires_at)`,
)
