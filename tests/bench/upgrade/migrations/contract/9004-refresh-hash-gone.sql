-- needs 9003-sessions-by-refresh-digest
drop trigger keep_both_hashes on sessions;

drop function keep_both_hashes();

alter table sessions drop column refresh_hash;
