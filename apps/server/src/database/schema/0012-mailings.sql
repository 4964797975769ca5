-- Mailings to newsletter lists, from their draft to their end. A server of 1.0.0 knows none: its
-- jobs of a mailing carry the text.

create table mailings (
  deployment text not null,
  id bigint generated always as identity,
  revision integer not null,
  list_id integer not null,
  subject text not null,
  body text not null,
  state text not null,
  starts_at timestamptz,
  total integer not null,
  posted integer not null,
  last_player_id bigint not null,
  made_by text not null,
  started_by text,
  changed_at timestamptz not null,
  primary key (deployment, id)
);

create index mailings_by_age on mailings (deployment, changed_at);

comment on table mailings is
  'Mailings to newsletter lists, and how far each has come.';
comment on column mailings.body is
  'Markdown, as staff wrote it.';
comment on column mailings.state is
  'draft, scheduled, waits (for a second person, because its list has grown), running, stopped or done.';
comment on column mailings.starts_at is
  'When it begins, or has begun; null for a draft.';
comment on column mailings.total is
  'The subscribers when it began. After its end: the mails that were posted and those that were dropped.';
comment on column mailings.posted is
  'The mails of it that are in the outbox or were sent.';
comment on column mailings.last_player_id is
  'The last player whose mail is posted; the next part goes on behind.';
