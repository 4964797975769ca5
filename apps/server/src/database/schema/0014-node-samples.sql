-- Samples that each server takes of itself. A server of 1.0.0 writes none, and is in no list of nodes.

create table node_samples (
  deployment text not null,
  node text not null,
  grain integer not null,
  slot bigint not null,
  at timestamptz not null,
  taken jsonb not null,
  software text not null,
  primary key (deployment, node, grain, slot)
);

create index node_samples_by_age on node_samples (at);

comment on table node_samples is
  'Counts and measures of a server, one row for each five seconds and for each minute.';
comment on column node_samples.deployment is
  'Always *: a row has the counts of all deployments.';
comment on column node_samples.grain is
  'Seconds that a row stands for at least: 5 or 60.';
comment on column node_samples.slot is
  'The moment in seconds since 1970, divided by the grain.';
