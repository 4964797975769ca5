-- Why log-ins of a player were refused, for support: one entry for each reason and ten minutes.

create table refused_log_ins (
  deployment text not null,
  player_id bigint not null,
  reason text not null,
  since timestamptz not null,
  id bigint generated always as identity,
  at timestamptz not null,
  browser text not null,
  ip text not null,
  primary key (deployment, player_id, reason, since)
);

comment on table refused_log_ins is
  'A reason why log-ins of a player were refused; kept for a month. Others with the same reason in the same ten minutes are left out.';
comment on column refused_log_ins.reason is
  'The code of the answer. Where the answer conceals the account, the reason that it conceals.';
comment on column refused_log_ins.since is
  'The beginning of the ten minutes.';
comment on column refused_log_ins.browser is
  'As `browserMarkOf` makes it.';

create index refused_log_ins_by_age on refused_log_ins (at);
