import type { StoredEvent } from '../database/operations/accountEvents.ts'
import type { OidcClient } from '../tenants/client.ts'
import { signWebhook } from '../platform/crypto/signWebhook.ts'

/**
 * Posts an event of an issuer's player to a client; a `sub` alone would not identify the player.
 * Throws unless the client acknowledges it with any 2xx.
 */
export async function postWebhook(
  outbound: typeof fetch,
  issuer: string,
  { clientId, webhook, scopes }: OidcClient,
  { id, type, player_id, subjects, data, at }: StoredEvent,
  now: Date,
): Promise<void> {
  if (!webhook) return
  const { preferred_username, ...rest } = data
  const name = scopes.includes('profile') && preferred_username ? { preferred_username } : {}
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { iss: issuer, sub: subjects[clientId] ?? String(player_id), ...rest, ...name },
  })
  const { status } = await outbound(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signWebhook(webhook.secret, { id, body, at: now }),
    },
    body,
  })
  // The queue stores this error, so it must not contain the answer.
  if (status < 200 || status > 299) throw new Error(`The site answered ${status}.`)
}
