import { statements } from '../statements.ts'

/** The public halves of signing keys that are gone. */
export const retiredKeys = statements(
  `create table retired_keys (
    deployment text not null,
    kid text not null,
    public_key jsonb not null,
    retired_at timestamptz not null,
    primary key (deployment, kid)
  )`,
)
