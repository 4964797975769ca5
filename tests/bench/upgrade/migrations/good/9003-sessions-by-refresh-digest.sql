drop index concurrently if exists sessions_by_refresh_digest;

create index concurrently sessions_by_refresh_digest on sessions (deployment, refresh_digest);
