-- Published versions of the deployments, and drafts of the next ones. A server of 1.0.0 knows neither,
-- and serves the files alone.

create table versions (
  deployment text not null,
  id integer not null,
  overlay jsonb not null,
  restores integer,
  made_by text not null,
  why text not null,
  made_at timestamptz not null,
  primary key (deployment, id)
);

comment on table versions is
  'Changes of the deployments'' files that were published. The newest one is served.';
comment on column versions.overlay is
  'All fields that differ from the file, and words of the deployment.';
comment on column versions.restores is
  'The version that this one went back to; 0 for the file alone, null where it went forward.';

create table drafts (
  deployment text not null,
  id integer not null,
  revision integer not null,
  overlay jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  staged_on text,
  primary key (deployment, id)
);

create unique index drafts_staged on drafts (deployment) where staged_on is not null;

create index drafts_by_age on drafts (deployment, changed_at);

comment on table drafts is
  'Versions that are being written.';
comment on column drafts.staged_on is
  'The node that serves the draft instead of the published version; null for none.';
