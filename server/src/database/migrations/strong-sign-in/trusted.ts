import { statements } from '../statements.ts'

/** By what a trusted browser is known among a player's devices: the note of its newest log-in. */
export const trustedBrowsersOfDevices = statements(
  `alter table trusted_browsers add column browser_hash bytea`,
)
