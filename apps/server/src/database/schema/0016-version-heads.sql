-- A row for each deployment that has drafts or versions: whoever publishes or stages locks it first. A
-- server of 1.0.1 does not, and numbers drafts without it.

create table version_heads (
  deployment text not null,
  last_draft integer not null,
  primary key (deployment)
);

comment on table version_heads is
  'What is published or staged in a deployment is decided one after the other: under the lock of its row.';
comment on column version_heads.last_draft is
  'The highest number that a draft ever had.';
