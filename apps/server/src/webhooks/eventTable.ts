import type { EventType } from '../database/schema/values.ts'
import type { ClientScope } from '../deployments/client.ts'

const risc = 'https://schemas.openid.net/secevent/risc/event-type'
const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const oauth = 'https://schemas.openid.net/secevent/oauth/event-type'
/** For events that no profile names. */
const own = 'urn:gatehouse:event-type'

interface EventRow {
  /** The scope that a client needs for it. */
  readonly scope: ClientScope
  /** The event type of its Security Event Tokens: that of RISC or CAEP, where they have one. */
  readonly uri: string
  /** How players prove themselves is the studio's own matter. */
  readonly isForOwnClients?: true
}

/** The account events for clients. */
export const eventTable: Readonly<Record<EventType, EventRow>> = {
  /** The account is usable: its address is confirmed, or a partner or a service has proven the player. */
  'account.created': { scope: 'openid', uri: `${own}:account.created` },
  'account.renamed': { scope: 'profile', uri: `${own}:account.renamed` },
  /**
   * Without the address: a client that may know it reads it at the next sign-in. RISC's
   * identifier-changed names the old address, which never travels in an event.
   */
  'account.email_changed': { scope: 'email', uri: `${own}:account.email_changed` },
  'account.platform_linked': { scope: 'connections', uri: `${own}:account.platform_linked` },
  'account.platform_unlinked': { scope: 'connections', uri: `${own}:account.platform_unlinked` },
  'account.banned': { scope: 'openid', uri: `${risc}/account-disabled` },
  'account.unbanned': { scope: 'openid', uri: `${risc}/account-enabled` },
  'account.frozen': { scope: 'openid', uri: `${risc}/account-disabled` },
  'account.unfrozen': { scope: 'openid', uri: `${risc}/account-enabled` },
  /** After a takeover: the client reads everything anew. */
  'account.restored': { scope: 'openid', uri: `${own}:account.restored` },
  'account.credentials_changed': {
    scope: 'openid',
    uri: `${caep}/credential-change`,
    isForOwnClients: true,
  },
  'account.sessions_revoked': { scope: 'openid', uri: `${caep}/session-revoked` },
  'account.consent_withdrawn': { scope: 'openid', uri: `${oauth}/tokens-revoked` },
  'account.deleted': { scope: 'openid', uri: `${risc}/account-purged` },
  'block.added': { scope: 'blocks', uri: `${own}:block.added` },
  'block.removed': { scope: 'blocks', uri: `${own}:block.removed` },
}
