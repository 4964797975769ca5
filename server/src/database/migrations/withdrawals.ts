import { statements } from './statements.ts'

const erased = `select p.deleted_at, p.deployment, p.id, p.created_at, 'erased', null::bigint
    from players p where p.deleted_at is not null`
const withdrawn = `select c.at, c.deployment, c.player_id, p.created_at, c.subject, c.id
    from consents c join players p on p.deployment = c.deployment and p.id = c.player_id
    where not c.accepted`
const into = `insert into withdrawals (at, deployment, player_id, registered_at, what, consent_id)`

/**
 * Erasures and withdrawals in the order in which they were made. Triggers fill it, so that an
 * earlier version that still runs fills it too. Each holds a lock until its transaction ends
 * (`withdrawalsLock`): a number that was given is then either to be seen or was rolled back.
 */
export const withdrawals = statements(
  `create table withdrawals (
    deployment text not null,
    seq bigint generated always as identity,
    at timestamptz not null,
    player_id bigint not null,
    registered_at timestamptz not null,
    what text not null,
    consent_id bigint,
    primary key (deployment, seq)
  )`,
  `create index withdrawals_in_order on withdrawals (seq)`,
  // The bulk goes in before the triggers take a lock that writes wait for.
  `${into} select * from (${erased} union all ${withdrawn}) earlier order by 1`,
  `create function keep_withdrawal() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7263002600);
      if tg_table_name = 'players' then
        ${into} values (new.deleted_at, new.deployment, new.id, new.created_at, 'erased', null);
      else
        ${into} select new.at, new.deployment, new.player_id, p.created_at, new.subject, new.id
          from players p where p.deployment = new.deployment and p.id = new.player_id;
      end if;
      return null;
    end
  $$`,
  `create trigger keep_withdrawal after update of deleted_at on players for each row
    when (old.deleted_at is null and new.deleted_at is not null) execute function keep_withdrawal()`,
  `create trigger keep_withdrawal after insert on consents for each row
    when (not new.accepted) execute function keep_withdrawal()`,
  // What came while the bulk went in.
  `${into} ${erased} and not exists (select from withdrawals w
    where w.what = 'erased' and w.deployment = p.deployment and w.player_id = p.id)`,
  `${into} ${withdrawn} and not exists (select from withdrawals w
    where w.deployment = c.deployment and w.consent_id = c.id)`,
)
