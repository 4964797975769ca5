import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connection/openDatabase.ts'
import { findEvent } from '../database/operations/accountEvents.ts'
import type { Clock } from '../platform/clock.ts'
import { createOutbound } from '../platform/http-client/outbound.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Deployments } from '../tenants/deployments.ts'
import { issuerOf } from '../tenants/issuerOf.ts'
import { postWebhook } from './postWebhook.ts'
import { subjectOf } from '../tenants/subjects.ts'

/** The job to post one event to one client. */
export interface Delivery {
  readonly deployment: string
  readonly clientId: string
  readonly eventId: string
  /** Missing in the jobs of servers of the version before. */
  readonly playerId?: number
}

export interface DeliveryMaterials {
  readonly deployments: Deployments
  readonly database: Database
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
}

/** Makes the function that delivers an event. It throws when the client did not take the event. */
export function createDelivery(
  materials: DeliveryMaterials,
): (delivery: Delivery) => Promise<void> {
  const { deployments, database, clock, log, metrics } = materials
  const outbounds = new Map<string, typeof fetch>()

  return async ({ deployment, clientId, eventId, playerId }) => {
    const of = deployments.byName(deployment)
    const client = of?.clients.get(clientId)
    // A client without a webhook by now, or an event that is too old: nothing to deliver.
    if (!of || !client?.webhook) return
    const event = await findEvent(database.kysely, deployment, { id: eventId, playerId })
    if (!event) return
    const { blocked, ...rest } = event.data
    const blockedSubject =
      blocked === undefined
        ? null
        : await subjectOf(database.kysely, of, client, Number(blocked), clock.now())
    const data = { ...rest, ...(blockedSubject === null ? {} : { blocked: blockedSubject }) }
    const key = `${deployment} ${clientId}`
    const outbound = outbounds.get(key) ?? createOutbound(`The webhook of ${key}`)
    outbounds.set(key, outbound)
    try {
      await postWebhook(outbound, issuerOf(of), client, { ...event, data }, clock.now())
    } catch (error) {
      // The job stays in the queue; operators see which client does not answer, and for which event.
      metrics.countWebhookFailure(key)
      const { message: reason } = error as Error
      logEvent(log, 'webhook.delivery_failed', { client: key, accountEvent: eventId, reason })
      throw error
    }
  }
}
