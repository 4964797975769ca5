-- Mails on their way: the table is its own queue. A server of an earlier version knows nothing of it, and
-- posts jobs of the queues `mail`, `notices` and `mailings`; servers of this version take those over.

create table mails (
  deployment text not null,
  player_id bigint not null,
  id uuid not null,
  rank smallint not null,
  kind text,
  mailing bigint,
  to_mark text not null,
  state text not null,
  tries integer not null default 0,
  answers integer not null default 0,
  due_at timestamptz not null,
  claimed_by uuid,
  claimed_until timestamptz,
  error text,
  sealed text not null,
  created_at timestamptz not null,
  primary key (deployment, player_id, id),
  check (rank between 1 and 3),
  check (state in ('waiting', 'given up', 'sent'))
);

comment on table mails is
  'Mails that no mail server has yet. One that is sent, refused or dropped leaves the table.';
comment on column mails.state is
  'sent: a mail server has it; it leaves the table within a second or two, when mails_posted knows.';
comment on column mails.player_id is
  '0 without a player.';
comment on column mails.id is
  'That of mails_posted and of the message. Those of one server sort in the order in which they were posted.';
comment on column mails.rank is
  '1: a player waits for it. 2: a notice. 3: a mailing. A lower one goes first.';
comment on column mails.to_mark is
  'Groups the mails of one address and hides the address without the key.';
comment on column mails.tries is
  'Tries that failed.';
comment on column mails.answers is
  'Those of them in which the mail server put this mail off: after thirty it is given up.';
comment on column mails.claimed_until is
  'Until then the server claimed_by sends it alone, unless it goes on claiming.';
comment on column mails.error is
  'Of the last try, without the mail server’s words.';

create index mails_due on mails (rank, due_at, id) where state = 'waiting';

create index mails_given_up on mails (deployment) where state = 'given up';

create index mails_sent on mails (deployment) where state = 'sent';

create index mails_by_address on mails (deployment, to_mark);

create index mails_of_mailing on mails (deployment, mailing) where mailing is not null;

create index mails_by_age on mails (deployment, created_at, id);
