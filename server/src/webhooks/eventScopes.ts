import type { EventType } from '../database/schema/values.ts'
import type { ClientScope } from '../tenants/client.ts'

/** The account events for clients, each with the scope that a client needs for it. */
export const eventScopes = {
  /** The account is usable: its address is confirmed, or a partner has verified the player. */
  'account.created': 'openid',
  'account.renamed': 'profile',
  /** Without the address: a client that may know it reads it at the next sign-in. */
  'account.email_changed': 'email',
  'account.platform_linked': 'connections',
  'account.platform_unlinked': 'connections',
  'account.banned': 'openid',
  'account.unbanned': 'openid',
  'account.frozen': 'openid',
  'account.unfrozen': 'openid',
  'account.credentials_changed': 'openid',
  'account.sessions_revoked': 'openid',
  'account.consent_withdrawn': 'openid',
  'account.deleted': 'openid',
  'block.added': 'blocks',
  'block.removed': 'blocks',
} as const satisfies Readonly<Record<EventType, ClientScope>>

/** How players prove themselves is the studio's own matter. */
export const eventsOfOwnClients: ReadonlySet<EventType> = new Set(['account.credentials_changed'])
