-- From this version on the server writes `erasure_records` itself, because a database that is spread
-- over several machines has no trigger that writes another table. The triggers serve servers of 1.0.0.

create or replace function keep_freeze() returns trigger language plpgsql as $$
  begin
    if current_setting('gatehouse.erasure_records', true) = 'by the server' then
      return null;
    end if;
    perform pg_advisory_xact_lock_shared(7263002600);
    insert into erasure_records (at, deployment, player_id, registered_at, what, consent_id)
      values (coalesce(new.frozen_at, now()), new.deployment, new.id, new.created_at,
        case when new.frozen_at is null then 'unfrozen' else 'frozen' end, null);
    return null;
  end
$$;

create or replace function keep_withdrawal() returns trigger language plpgsql as $$
  begin
    if current_setting('gatehouse.erasure_records', true) = 'by the server' then
      return null;
    end if;
    perform pg_advisory_xact_lock_shared(7263002600);
    if tg_table_name = 'players' then
      insert into erasure_records (at, deployment, player_id, registered_at, what, consent_id) values (new.deleted_at, new.deployment, new.id, new.created_at, 'erased', null);
    else
      insert into erasure_records (at, deployment, player_id, registered_at, what, consent_id) select new.at, new.deployment, new.player_id, p.created_at, new.subject, new.id
        from players p where p.deployment = new.deployment and p.id = new.player_id;
    end if;
    return null;
  end
$$;
