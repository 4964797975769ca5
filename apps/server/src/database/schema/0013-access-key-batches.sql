-- Access keys belong to the batch that they were made in. A server before this one makes keys without
-- one, and takes no notice of an end.

create table access_key_batches (
  deployment text not null,
  id bigint generated always as identity,
  label text not null,
  count integer not null,
  made_by text not null,
  made_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (deployment, id)
);

comment on table access_key_batches is
  'Access keys that were made together.';
comment on column access_key_batches.expires_at is
  'From when on its free keys open nothing; null for no end.';
comment on column access_key_batches.revoked_at is
  'Since when its free keys are removed.';

alter table access_keys
  add column batch_id bigint,
  add column expires_at timestamptz;

comment on column access_keys.batch_id is
  'Null for a key of an earlier version, or of a seed.';
comment on column access_keys.expires_at is
  'That of its batch.';
