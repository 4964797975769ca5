import { importJWK, type JWK, SignJWT } from 'jose'
import type { EventData, EventType } from '../database/schema/values.ts'

const risc = 'https://schemas.openid.net/secevent/risc/event-type'
const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const oauth = 'https://schemas.openid.net/secevent/oauth/event-type'
const ssf = 'https://schemas.openid.net/secevent/ssf/event-type'
/** For what no profile names. */
const own = 'urn:gatehouse:event-type'

/** The event types of Security Event Tokens: those of RISC and CAEP, where they have one. */
export const securityEventTypes = {
  'account.created': `${own}:account.created`,
  'account.renamed': `${own}:account.renamed`,
  // RISC's identifier-changed names the old address, which never travels in an event.
  'account.email_changed': `${own}:account.email_changed`,
  'account.platform_linked': `${own}:account.platform_linked`,
  'account.platform_unlinked': `${own}:account.platform_unlinked`,
  'account.banned': `${risc}/account-disabled`,
  'account.unbanned': `${risc}/account-enabled`,
  'account.frozen': `${risc}/account-disabled`,
  'account.unfrozen': `${risc}/account-enabled`,
  'account.credentials_changed': `${caep}/credential-change`,
  'account.sessions_revoked': `${caep}/session-revoked`,
  'account.consent_withdrawn': `${oauth}/tokens-revoked`,
  'account.deleted': `${risc}/account-purged`,
  'block.added': `${own}:block.added`,
  'block.removed': `${own}:block.removed`,
} as const satisfies Readonly<Record<EventType, string>>

/** CAEP's names, and one of ours. */
const credentialTypes = {
  password: 'password',
  passkey: 'fido2-roaming',
  app: 'app',
  codes: 'recovery-codes',
  two_step: 'second-step',
} as const

/** The event for a client that asked for tokens; `sub` is null in a test. */
export interface SecurityEvent {
  readonly id: string
  readonly issuer: string
  readonly audience: string
  readonly at: Date
  readonly sub: string | null
  readonly type: EventType | 'event.test'
  readonly data: EventData
}

/**
 * A Security Event Token (RFC 8417) with its subject as RFC 9493 has it. It does not expire: a receiver
 * knows by `jti` what it has read.
 */
export async function securityEventToken(
  { id, issuer, audience, at, sub, type, data }: SecurityEvent,
  key: JWK,
): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const event =
    type === 'event.test'
      ? { [`${ssf}/verification`]: {} }
      : { [securityEventTypes[type]]: { event_timestamp: seconds, ...contentOf(type, data) } }
  const { alg = 'RS256', kid } = key
  return new SignJWT({
    events: event,
    ...(sub === null ? {} : { sub_id: { format: 'iss_sub', iss: issuer, sub } }),
  })
    .setProtectedHeader({ alg, typ: 'secevent+jwt', ...(kid === undefined ? {} : { kid }) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setJti(id)
    .sign(await importJWK(key, alg))
}

function contentOf(type: EventType, { kind, change, ...data }: EventData): object {
  if (type === 'account.frozen') return { reason: 'hijacking' }
  if (kind === undefined) return data
  return { credential_type: credentialTypes[kind], change_type: change }
}
