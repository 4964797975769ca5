import { createHmac } from 'node:crypto'

/** The prefix of a Standard Webhooks secret; base64 of its bytes follows. */
export const webhookSecretPrefix = 'whsec_'

/**
 * The headers that prove a webhook's origin, as Standard Webhooks 1.0.0 has them: the id is the
 * same at every attempt, the timestamp (in seconds) is that of this one. While a secret is changed
 * there are two signatures.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
