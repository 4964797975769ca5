import type { FastifyBaseLogger } from 'fastify'
import type { EventData } from '../database/schema/values.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import { stopWebhook, webhookStoppedAt } from '../database/oidc/stoppedWebhooks.ts'
import { findEvent, type StoredEvent } from '../database/operations/accountEventStatements.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import { boundedFetch, createOutbound, whyUnreachable } from '../platform/http-client/outbound.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { OidcClient } from '../deployments/client.ts'
import type { Deployment, Deployments } from '../deployments/deployments.ts'
import { type OutgoingEvent, postWebhook, type WebhookMaterials } from './postWebhook.ts'
import { subjectOf } from '../deployments/subjects.ts'
import type { WebhookFailures } from './webhookFailures.ts'

/** The job to post one event to one client. */
interface Delivery {
  readonly deployment: string
  readonly clientId: string
  readonly eventId: string
  readonly playerId: number
}

export interface DeliveryMaterials extends WebhookMaterials {
  readonly deployments: Deployments
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
}

/**
 * Makes the function that delivers an event. It throws when the client did not take the event. A
 * client that answers 410 gets no further events.
 */
export function createDelivery(
  materials: DeliveryMaterials,
  failures: WebhookFailures,
): (delivery: Delivery) => Promise<void> {
  const { deployments, database, clock, log, metrics } = materials
  const { kysely } = database
  const outbounds = new Map<string, typeof fetch>()

  return async ({ deployment, clientId, eventId, playerId }) => {
    const of = deployments.byName(deployment)
    const client = of?.clients.get(clientId)
    // A client without a webhook by now, or an event that is too old: nothing to deliver.
    if (!of || !client?.webhook) return
    if (await webhookStoppedAt(kysely, deployment, clientId)) return
    const event = await findEvent(kysely, deployment, { id: eventId, playerId })
    if (!event) return
    const outgoing = await outgoingTo(materials, of, client, event)
    const key = `${deployment} ${clientId}`
    const outbound = outbounds.get(key) ?? createOutbound(`The webhook of ${key}`)
    outbounds.set(key, outbound)
    try {
      const { status } = await postWebhook(materials, of, client, outgoing, outbound)
      if (status === 410) {
        const isNew = await stopWebhook(kysely, deployment, clientId, clock.now())
        if (isNew) logEvent(log, 'webhook.stopped', { client: key, accountEvent: eventId })
        return
      }
      // The queue stores this error, so it must not contain the answer.
      if (status < 200 || status > 299) throw new Error(`The site answered ${status}.`)
    } catch (error) {
      // The job stays in the queue; operators see which client does not answer, and for which
      // event.
      metrics.countWebhookFailure(key)
      failures.note(key, eventId, (error as Error).message)
      throw error
    }
  }
}

/** The event as a client may see it: names by its scopes, players by its subjects. */
async function outgoingTo(
  { database, clock }: DeliveryMaterials,
  deployment: Deployment,
  client: OidcClient,
  { id, type, at, player_id: playerId, subjects, data: stored }: StoredEvent,
): Promise<OutgoingEvent> {
  const { blocked, preferred_username, ...rest } = stored
  const isNamed = client.scopes.includes('profile') && preferred_username !== undefined
  const blockedSubject =
    blocked === undefined
      ? null
      : await subjectOf(database.kysely, deployment, client, Number(blocked), clock.now())
  const data: EventData = {
    ...rest,
    ...(isNamed ? { preferred_username } : {}),
    ...(blockedSubject === null ? {} : { blocked: blockedSubject }),
  }
  return { id, type, at, sub: subjects[client.clientId] ?? String(playerId), data }
}

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
  materials: DeliveryMaterials,
  deployment: Deployment,
  client: OidcClient,
): Promise<WebhookAnswer> {
  const { database, clock } = materials
  const { name } = deployment
  const stoppedAt = (await webhookStoppedAt(database.kysely, name, client.clientId)) ?? null
  const id = `evt_${randomUUID()}`
  const event = { id, type: 'event.test', at: clock.now(), sub: null, data: {} } as const
  try {
    const response = await postWebhook(materials, deployment, client, event, boundedFetch)
    const text = (await response.text()).slice(0, 300)
    return { status: response.status, answer: text, stoppedAt }
  } catch (error) {
    return { status: null, answer: whyUnreachable(error), stoppedAt }
  }
}
