-- Deletions of a time are counted by their reason.

drop index concurrently if exists deletions_by_age;

create index concurrently deletions_by_age on deletions (deployment, at);
