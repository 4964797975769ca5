-- Support lists the players whose address refuses mail, the newest first.

drop index concurrently if exists players_refusing_mail;

create index concurrently players_refusing_mail on players
  (deployment, mail_refused_at, id)
  where mail_refused_at is not null;
