-- Players are found by the beginning of the name of a linked account, whatever its case. A service
-- may give longer names than an index takes.

drop index concurrently if exists connections_by_name;

create index concurrently connections_by_name on connections
  (deployment, (left(lower(account_name), 100) collate "C"), player_id);
