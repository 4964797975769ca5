-- Hashed files of the builds that servers run, so that a page of another build still finds its own.

create table built_files (
  deployment text not null,
  page text not null,
  name text not null,
  body bytea not null,
  seen_at timestamptz not null,
  primary key (deployment, page, name)
);

create index built_files_by_age on built_files (seen_at);

comment on table built_files is
  'A hashed file of a build of portal or console, until a day after the last server that has it.';
comment on column built_files.deployment is
  'Always *: all deployments have the same files.';
comment on column built_files.page is
  'portal or console.';
comment on column built_files.seen_at is
  'When a server with the file last said so.';
