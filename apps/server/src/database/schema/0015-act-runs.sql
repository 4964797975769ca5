-- Long acts under way and what became of them, beside the decision of a second person. A server of
-- 1.0.0 knows neither this table nor requests.

create table act_runs (
  deployment text not null,
  id text not null,
  act text not null,
  task_sealed text,
  node text not null,
  holder text not null,
  state text not null
    constraint act_runs_state check (state in ('running', 'done', 'failed')),
  noted integer not null default 0,
  message text not null default '',
  began_at timestamptz not null,
  beat_at timestamptz not null,
  ended_at timestamptz,
  primary key (deployment, id)
);

create index act_runs_by_state on act_runs (state, beat_at);

create index act_runs_by_end on act_runs (ended_at);

comment on table act_runs is
  'Long acts, and acts that a second person has approved: under way, done or failed.';
comment on column act_runs.id is
  'Of the request, where a second person has approved it.';
comment on column act_runs.task_sealed is
  'Order, author and key under the server''s key, for a server that takes it over; null once it has ended.';
comment on column act_runs.node is
  'The server or machine that carries it out.';
comment on column act_runs.holder is
  'A random value of the process that carries it out: any other one may not go on.';
comment on column act_runs.noted is
  'Entries that it has made in the audit log: what was done so far.';
comment on column act_runs.beat_at is
  'When it last gave a sign of life, by the clock of the database.';

comment on column approvals.state is
  'The decision: `done` is an approval, and act_runs has what became of it.';

alter table approvals add column decided_key bytea;

comment on column approvals.decided_key is
  'The person who decided, as audit_log.staff_key.';
