-- The deletions that wait, for the task that carries them out.

drop index concurrently if exists players_deletion_due;

create index concurrently players_deletion_due on players (deletion_due_at)
  where deletion_due_at is not null;
