alter table sessions add column refresh_digest bytea;

create function keep_both_hashes() returns trigger language plpgsql as $$ begin
    new.refresh_digest := coalesce(new.refresh_digest, new.refresh_hash);
    new.refresh_hash := coalesce(new.refresh_hash, new.refresh_digest);
    return new;
  end $$;

create trigger keep_both_hashes before insert or update on sessions
  for each row execute function keep_both_hashes();
