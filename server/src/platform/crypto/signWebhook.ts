import { createHmac } from 'node:crypto'

/** What a secret of Standard Webhooks begins with; base64 of its bytes follows. */
export const webhookSecretPrefix = 'whsec_'

/**
 * The headers by which a receiver knows that a webhook is ours, as Standard Webhooks 1.0.0 has them:
 * its id is the same at every attempt, its timestamp (in seconds) is that of this one.
 */
export function signWebhook(
  secret: string,
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  }
}
