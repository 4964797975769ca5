import { createHmac } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { Clock } from '../platform/clock.ts'
import type { EventData, EventType } from '../database/schema/values.ts'
import { type OidcClient, webhookSecretPrefix } from '../deployments/client.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { issuerOf } from '../deployments/issuerOf.ts'
import { eventTable } from './eventTable.ts'

/** An event as one client gets it; `sub` is null in a test. */
export interface OutgoingEvent {
  readonly id: string
  readonly type: EventType | 'event.test'
  readonly at: Date
  readonly sub: string | null
  readonly data: EventData
}

/** The parts that every webhook needs. */
export interface WebhookMaterials {
  readonly clock: Clock
  /** The key that signs a deployment's Security Event Tokens. */
  readonly signingKeyOf: (deployment: string) => Promise<JWK>
}

/** Posts an event to a client as it asked for it; throws where no server answers. */
export async function postWebhook(
  { clock, signingKeyOf }: WebhookMaterials,
  deployment: Deployment,
  { clientId, webhook, eventFormat }: OidcClient,
  event: OutgoingEvent,
  outbound: typeof fetch,
): Promise<Response> {
  if (!webhook) throw new Error('The client has no webhook.')
  // A `sub` alone would not identify the player.
  const issuer = issuerOf(deployment)
  const token = { ...event, issuer, audience: clientId }
  const sent =
    eventFormat === 'set'
      ? {
          headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json' },
          body: await securityEventToken(token, await signingKeyOf(deployment.name)),
        }
      : signedWebhook(webhook, event, issuer, clock.now())
  return outbound(webhook.url, { method: 'POST', ...sent })
}

/**
 * A webhook as Standard Webhooks 1.0.0 has it: the id is the same at every attempt, the timestamp (in
 * seconds) is that of this one. While a secret is changed there are two signatures.
 */
function signedWebhook(
  { secret, previousSecret }: NonNullable<OidcClient['webhook']>,
  { id, type, at, sub, data }: OutgoingEvent,
  issuer: string,
  now: Date,
) {
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { iss: issuer, ...(sub === null ? {} : { sub }), ...data },
  })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const secrets = [secret, previousSecret].filter((each) => each !== undefined)
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.slice(webhookSecretPrefix.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
  return { headers, body }
}

/**
 * A Security Event Token (RFC 8417) with its subject as RFC 9493 has it. It does not expire: a receiver
 * knows by `jti` that it has read it.
 */
export async function securityEventToken(
  event: OutgoingEvent & { readonly issuer: string; readonly audience: string },
  key: JWK,
): Promise<string> {
  const { id, at, sub, type, data, issuer, audience } = event
  const seconds = Math.floor(at.getTime() / 1000)
  const events =
    type === 'event.test'
      ? { 'https://schemas.openid.net/secevent/ssf/event-type/verification': {} }
      : { [eventTable[type].uri]: { event_timestamp: seconds, ...contentOf(type, data) } }
  const { alg = 'RS256', kid } = key
  return new SignJWT({
    events,
    ...(sub === null ? {} : { sub_id: { format: 'iss_sub', iss: issuer, sub } }),
  })
    .setProtectedHeader({ alg, typ: 'secevent+jwt', ...(kid === undefined ? {} : { kid }) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setJti(id)
    .sign(await importJWK(key, alg))
}

/** CAEP's names, and one of ours. */
const credentialTypes = {
  password: 'password',
  passkey: 'fido2-roaming',
  app: 'app',
  codes: 'recovery-codes',
  two_step: 'second-step',
  service: 'service',
} as const

function contentOf(type: EventType, { kind, change, ...data }: EventData): object {
  if (type === 'account.frozen') return { reason: 'hijacking' }
  if (kind === undefined) return data
  return { credential_type: credentialTypes[kind], change_type: change }
}
