-- The acts of operators.

create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null,
  who text not null,
  why text not null,
  command text not null,
  deployment text,
  subject text not null,
  details jsonb not null,
  primary key (id),
  check (who <> ''),
  check (why <> '')
);

comment on table audit_log is
  'What an operator did, and why. It only grows.';
comment on column audit_log.command is
  'The words of the command.';
comment on column audit_log.deployment is
  'Null for what concerns all of them.';
comment on column audit_log.subject is
  'The object of the command: `player 12`. Never a name, because nothing here can be erased.';

create index audit_log_of_subject on audit_log (deployment, subject);

create function audit_log_only_grows() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
  end
$$;

create trigger audit_log_only_grows before delete or update or truncate on audit_log
  for each statement
  execute function audit_log_only_grows();
