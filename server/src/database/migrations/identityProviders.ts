import { statements } from './statements.ts'

/** The rows of the contract say which services there are: a new one changes no table. */
export const identityProviders = statements(
  `alter table connects drop constraint connects_canonical_name_check`,
  `alter table ip_bans drop constraint ip_bans_scope_check`,
)
