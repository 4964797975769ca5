import type { EventType } from '../database/connection/clientTables.ts'
import type { ClientScope } from '../tenants/client.ts'

/** What happens to accounts that sites hear of, each with the scope that a site must have for it. */
export const eventScopes = {
  /** It can be used from now on: its address is confirmed, or a partner has proven the player. */
  'account.created': 'openid',
  'account.renamed': 'profile',
  /** Without the address: whoever may know it reads it at the next sign-in. */
  'account.email_changed': 'email',
  'account.platform_linked': 'connections',
  'account.platform_unlinked': 'connections',
  'account.banned': 'openid',
  'account.deleted': 'openid',
} as const satisfies Readonly<Record<EventType, ClientScope>>
