import { webhookStoppedAt } from '../database/oidc/stoppedWebhooks.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import { boundedFetch, whyUnreachable } from '../platform/http-client/outbound.ts'
import type { OidcClient } from '../tenants/client.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { issuerOf } from '../tenants/issuerOf.ts'
import type { DeliveryMaterials } from './deliverEvent.ts'
import { postWebhook } from './postWebhook.ts'

/**
 * The answer of a webhook. `status` is null where no server answered, and then `answer` says why.
 */
export interface WebhookAnswer {
  readonly status: number | null
  /** At most 300 characters of the answer. */
  readonly answer: string
  /** Since when the webhook is stopped; null while it runs. */
  readonly stoppedAt: Date | null
}

/** Sends a client an event of the type `event.test`, which names no player, once and at once. */
export async function testWebhook(
  { database, clock, signingKeyOf }: DeliveryMaterials,
  deployment: Deployment,
  client: OidcClient,
): Promise<WebhookAnswer> {
  const { name } = deployment
  const stoppedAt = (await webhookStoppedAt(database.kysely, name, client.clientId)) ?? null
  const now = clock.now()
  const posting = {
    outbound: boundedFetch,
    issuer: issuerOf(deployment),
    signingKey: () => signingKeyOf(name),
    now,
  }
  const event = {
    id: `evt_${randomUUID()}`,
    type: 'event.test',
    at: now,
    sub: null,
    data: {},
  } as const
  try {
    const response = await postWebhook(posting, client, event)
    const text = (await response.text()).slice(0, 300)
    return { status: response.status, answer: text, stoppedAt }
  } catch (error) {
    return { status: null, answer: whyUnreachable(error), stoppedAt }
  }
}
