import type { JWK } from 'jose'
import type { EventData, EventType } from '../database/schema/values.ts'
import type { OidcClient } from '../tenants/client.ts'
import { signWebhook } from '../platform/crypto/signWebhook.ts'
import { securityEventToken } from './securityEventToken.ts'

/** An event as one client gets it; `sub` is null in a test. */
export interface OutgoingEvent {
  readonly id: string
  readonly type: EventType | 'event.test'
  readonly at: Date
  readonly sub: string | null
  readonly data: EventData
}

export interface Posting {
  readonly outbound: typeof fetch
  /** A `sub` alone would not identify the player. */
  readonly issuer: string
  /** The key that signs the tokens of the deployment. */
  readonly signingKey: () => Promise<JWK>
  readonly now: Date
}

/** Posts an event to a client as it asked for it; throws where no server answers. */
export async function postWebhook(
  posting: Posting,
  client: OidcClient,
  event: OutgoingEvent,
): Promise<Response> {
  const { webhook, eventFormat } = client
  if (!webhook) throw new Error('The client has no webhook.')
  const sent =
    eventFormat === 'set'
      ? await asToken(posting, client, event)
      : asWebhook(posting, webhook, event)
  return posting.outbound(webhook.url, { method: 'POST', ...sent })
}

function asWebhook(
  { issuer, now }: Posting,
  { secret, previousSecret }: NonNullable<OidcClient['webhook']>,
  { id, type, at, sub, data }: OutgoingEvent,
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { iss: issuer, ...(sub === null ? {} : { sub }), ...data },
  })
  const secrets = [secret, previousSecret].filter((each) => each !== undefined)
  return {
    headers: { 'content-type': 'application/json', ...signWebhook(secrets, { id, body, at: now }) },
    body,
  }
}

async function asToken(
  { issuer, signingKey }: Posting,
  { clientId }: OidcClient,
  event: OutgoingEvent,
): Promise<{ readonly headers: Record<string, string>; readonly body: string }> {
  const key = await signingKey()
  return {
    headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json' },
    body: await securityEventToken({ ...event, issuer, audience: clientId }, key),
  }
}
