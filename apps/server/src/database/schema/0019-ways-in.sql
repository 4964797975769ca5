-- A linked account may be a way in. A server of an earlier version knows none, and leaves it so.

alter table connections add column signs_in boolean not null default false;

comment on column connections.signs_in is
  'The player logs in with it.';
