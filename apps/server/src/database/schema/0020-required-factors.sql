-- A deployment may require a second factor, whose first one needs a mailed code. A server of an earlier
-- version knows no such policy, and leaves both columns.

alter table sessions
  add column enrolment_code_at timestamptz,
  add column enrolment_code_tries smallint not null default 0;

comment on column sessions.enrolment_code_at is
  'When the session last mailed its player a code to add a first factor. The code derives from it.';
comment on column sessions.enrolment_code_tries is
  'Wrong tries of that code.';
