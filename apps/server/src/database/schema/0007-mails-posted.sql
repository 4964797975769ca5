-- The state of each mail to a player, for support. It has neither words nor address nor link of the mail.

create table mails_posted (
  deployment text not null,
  player_id bigint not null,
  id uuid not null,
  kind text not null,
  state text not null,
  tries integer not null default 0,
  code smallint,
  posted_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (deployment, player_id, id),
  check (state in ('waiting', 'put off', 'handed over', 'refused', 'dropped'))
);

comment on table mails_posted is
  'A mail to a player, from the outbox to the mail server; kept for a month.';
comment on column mails_posted.state is
  'put off: another try comes. refused: the address takes no mail. dropped: the mail server took this one not.';
comment on column mails_posted.code is
  'Of the mail server’s last answer; null before one, and where it took the mail.';

create index mails_posted_by_age on mails_posted (posted_at);
