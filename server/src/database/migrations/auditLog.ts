import { statements } from './statements.ts'

/** What operators did, when, who and why. Only the owner of the schema can make it shrink. */
export const auditLog = statements(
  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    who text not null check (who <> ''),
    why text not null check (why <> ''),
    command text not null,
    deployment text,
    subject text not null,
    details jsonb not null
  )`,
  `create index audit_log_of_subject on audit_log (deployment, subject)`,
  `create function audit_log_only_grows() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger audit_log_only_grows before update or delete or truncate on audit_log
    for each statement execute function audit_log_only_grows()`,
)
