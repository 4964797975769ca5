import { statements } from '../statements.ts'

/** The short codes of devices that wait for their players: none of them can be read here. */
export const deviceCodes = statements(
  `create table device_codes (
    deployment text not null,
    code_hash bytea not null,
    device_sealed text not null,
    expires_at timestamptz not null,
    primary key (deployment, code_hash)
  )`,
  `create index device_codes_expired on device_codes (expires_at)`,
)
