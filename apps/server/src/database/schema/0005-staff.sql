-- Staff of the console: their log-ins, the acts that wait for a second person, and the answers that
-- a repeated order gets again. A server of 1.0.0 knows none of these tables.

create table staff_sessions (
  deployment text not null default '*',
  id bigint generated always as identity,
  secret_hash bytea not null,
  iss text not null,
  sub text not null,
  sid text,
  name text not null,
  email text,
  groups text[] not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  proven_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (deployment, secret_hash)
);

create unique index staff_sessions_by_id on staff_sessions (deployment, id);

create index staff_sessions_of_person on staff_sessions (deployment, iss, sub);

create index staff_sessions_by_end on staff_sessions (deployment, ends_at);

comment on table staff_sessions is
  'Log-ins of staff to the console, of all deployments.';
comment on column staff_sessions.sid is
  'The session at the identity provider, which its log-out names; null where it names none.';
comment on column staff_sessions.email is
  'Null where the identity provider has not verified it.';
comment on column staff_sessions.groups is
  'Of the roles claim; the roles file says which roles they give.';
comment on column staff_sessions.proven_at is
  'When the person last proved who they are at the identity provider.';

create table approvals (
  deployment text not null,
  id text not null,
  act text not null,
  subject text not null,
  order_sealed text,
  why text not null,
  asked_by bytea not null,
  asker jsonb not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting'
    constraint approvals_state check (state in ('waiting', 'done', 'failed', 'refused', 'withdrawn')),
  first_key bytea,
  first_by jsonb,
  decided_by text,
  decided_why text,
  decided_at timestamptz,
  primary key (deployment, id)
);

create index approvals_by_time on approvals (deployment, asked_at);

create index approvals_of_subject on approvals (deployment, subject);

create index approvals_by_end on approvals (deployment, expires_at);

comment on table approvals is
  'Acts that wait for a second person, and those that one has decided on.';
comment on column approvals.subject is
  'As in the audit log, like `player 12`.';
comment on column approvals.order_sealed is
  'The order under the server''s key; null once the player is erased.';
comment on column approvals.asked_by is
  'The person, as audit_log.staff_key.';
comment on column approvals.first_key is
  'The first of two persons who approve what a command line asked for; else null.';
comment on column approvals.first_by is
  'Name and verified address of that person.';
comment on column approvals.asker is
  'Name, verified address, groups and session of that person.';

create table repeated_orders (
  deployment text not null default '*',
  staff_key bytea not null,
  key_hash bytea not null,
  order_hash bytea not null,
  answer_sealed text,
  at timestamptz not null,
  primary key (deployment, staff_key, key_hash)
);

create index repeated_orders_by_time on repeated_orders (deployment, at);

comment on table repeated_orders is
  'Answers to orders with an Idempotency-Key: who repeats one gets its answer, and nothing twice.';
comment on column repeated_orders.answer_sealed is
  'Null while the order is carried out.';

create table downloads (
  deployment text not null default '*',
  ticket_hash bytea not null,
  staff_key bytea not null,
  name text not null,
  content_sealed text not null,
  expires_at timestamptz not null,
  primary key (deployment, ticket_hash)
);

create index downloads_by_end on downloads (deployment, expires_at);

comment on table downloads is
  'Files that an act made: the person who ordered it takes each once.';
