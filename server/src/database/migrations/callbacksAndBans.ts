import { statements } from './statements.ts'

/** A linking also belongs to the browser that began it, and a ban can end and give its reason. */
export const callbacksAndBans = statements(
  // The first unnamed check of its table: a flow had a session or a browser, never both.
  `alter table authorization_flows drop constraint authorization_flows_check`,
  `alter table authorization_flows add constraint authorization_flows_has_owner
    check (session_family is not null or browser_hash is not null)`,
  `alter table players
    add column banned_until timestamptz,
    add column ban_reason text`,
)
