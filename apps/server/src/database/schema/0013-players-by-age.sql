-- Sign-ups of a time are counted for figures.

drop index concurrently if exists players_by_age;

create index concurrently players_by_age on players (deployment, created_at);
