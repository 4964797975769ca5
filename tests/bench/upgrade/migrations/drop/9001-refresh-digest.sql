alter table sessions rename column refresh_hash to refresh_digest;
