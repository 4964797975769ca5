import { statements } from '../statements.ts'

/**
 * The erasure log has freezes too: a backup from before one would let whoever was kept out back in. The
 * order is that of `withdrawals`, by the same lock.
 */
export const freezesInErasureLog = statements(
  `create function keep_freeze() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7263002600);
      insert into withdrawals (at, deployment, player_id, registered_at, what, consent_id)
        values (coalesce(new.frozen_at, now()), new.deployment, new.id, new.created_at,
          case when new.frozen_at is null then 'unfrozen' else 'frozen' end, null);
      return null;
    end
  $$`,
  `create trigger keep_freeze after update of frozen_at on players for each row
    when ((old.frozen_at is null) <> (new.frozen_at is null)) execute function keep_freeze()`,
)
