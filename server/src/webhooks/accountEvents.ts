import type { CanonicalName } from '@gatehouse/contract/entities'
import { insertEvent, listEventsFor } from '../database/operations/accountEvents.ts'
import type { Executor } from '../database/schema/executor.ts'
import { consentedScopes } from '../database/oidc/clientConsents.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import type {
  CredentialChange,
  CredentialKind,
  EventData,
  EventType,
} from '../database/schema/values.ts'
import { createDelivery, type DeliveryMaterials } from './deliverEvent.ts'
import { eventScopes, eventsOfOwnClients } from './eventScopes.ts'
import { testWebhook, type WebhookAnswer } from './testWebhook.ts'
import { subjectOf } from '../tenants/subjects.ts'
import { type OidcClient, sectorOf } from '../tenants/client.ts'

/** An event of an account, with as little data as a client needs. */
export interface AccountEvent {
  readonly type: EventType
  readonly playerId: number
  /** The new name; only clients with the scope `profile` get it. */
  readonly username?: string
  readonly platform?: CanonicalName
  /** The player who is blocked, or no longer. */
  readonly blockedId?: number
  /** The changed credential and the kind of change: with `account.credentials_changed`. */
  readonly kind?: CredentialKind
  readonly change?: CredentialChange
  /** The one client that it is about: with `account.consent_withdrawn`. */
  readonly clientId?: string
}

/**
 * Notifies clients of account events that are part of a transaction: only if it commits, and for a
 * day with growing pauses.
 */
export interface AccountEvents {
  /** Writes an event into the transaction, and one job for each client that may get it. */
  readonly publish: (
    transaction: Executor,
    deployment: Deployment,
    event: AccountEvent,
  ) => Promise<void>
  /** Sends a client its events since a moment once more; returns their number. */
  readonly replay: (
    transaction: Executor,
    deployment: Deployment,
    clientId: string,
    since: Date,
  ) => Promise<number>
  /**
   * Sends the waiting events now; returns their number, and throws when a client does not accept
   * one.
   */
  readonly deliverWaiting: () => Promise<number>
  /** Sends a client a test event at once, and answers what came back. */
  readonly test: (deployment: Deployment, client: OidcClient) => Promise<WebhookAnswer>
  /** Starts to send new events. */
  readonly start: () => Promise<void>
}

export interface EventMaterials extends DeliveryMaterials {
  readonly jobs: Jobs
}

export async function openAccountEvents(materials: EventMaterials): Promise<AccountEvents> {
  const { clock, jobs } = materials

  const queue = await jobs.openQueue('account-events', createDelivery(materials))

  return {
    async publish(transaction, deployment, event) {
      // Without a listening client no event is stored.
      if (!hasListener(deployment)) return
      const { type, playerId } = event
      const { name } = deployment
      const [id, at] = [`evt_${randomUUID()}`, clock.now()]
      const recipients = await recipientsOf(transaction, deployment, event)
      const subjects = await subjectsFor(transaction, deployment, recipients, playerId, at)
      await insertEvent(transaction, {
        deployment: name,
        id,
        player_id: playerId,
        type,
        data: dataOf(event),
        recipients: recipients.map(({ clientId }) => clientId),
        subjects: JSON.stringify(subjects),
        at,
      })
      for (const { clientId } of recipients) {
        const job = { deployment: name, clientId, eventId: id, playerId }
        await queue.post(transaction, { deployment: name, playerId }, job)
      }
    },
    async replay(transaction, deployment, clientId, since) {
      const { name } = deployment
      const events = await listEventsFor(transaction, name, clientId, since)
      for (const { id: eventId, player_id: playerId } of events) {
        const owner = { deployment: name, playerId }
        await queue.post(transaction, owner, { deployment: name, clientId, eventId, playerId })
      }
      return events.length
    },
    deliverWaiting: queue.runWaiting,
    test: (deployment, client) => testWebhook(materials, deployment, client),
    start: queue.start,
  }
}

/** The data of an event besides its player, as JSON. */
function dataOf({ username, platform, blockedId, kind, change }: AccountEvent): string {
  return JSON.stringify({
    ...(username === undefined ? {} : { preferred_username: username }),
    ...(platform === undefined ? {} : { platform }),
    ...(blockedId === undefined ? {} : { blocked: String(blockedId) }),
    ...(kind === undefined ? {} : { kind }),
    ...(change === undefined ? {} : { change }),
  } satisfies EventData)
}

function hasListener({ clients }: Deployment): boolean {
  return [...clients.values()].some(({ webhook }) => webhook !== undefined)
}

/**
 * The clients that may get the event and want it: the studio's own, and those with the player's consent
 * for it.
 */
async function recipientsOf(
  transaction: Executor,
  { name, clients }: Deployment,
  { type, playerId, clientId: only }: AccountEvent,
): Promise<OidcClient[]> {
  const recipients: OidcClient[] = []
  for (const client of clients.values()) {
    const { clientId, webhook, firstParty, scopes, events } = client
    if (!webhook || !(events?.includes(type) ?? true)) continue
    if (only !== undefined && only !== clientId) continue
    if (!firstParty && eventsOfOwnClients.has(type)) continue
    const allowed: readonly string[] = firstParty
      ? scopes
      : await consentedScopes(transaction, { deployment: name, playerId, clientId })
    if (allowed.includes(eventScopes[type])) recipients.push(client)
  }
  return recipients
}

/**
 * The subjects by which third-party recipients know the player. They are kept with the event,
 * because an event of a deletion is sent when the player is gone.
 */
async function subjectsFor(
  transaction: Executor,
  deployment: Deployment,
  recipients: readonly OidcClient[],
  playerId: number,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const subjects: Record<string, string> = {}
  for (const client of recipients) {
    if (sectorOf(client) === null) continue
    const subject = await subjectOf(transaction, deployment, client, playerId, now)
    if (subject !== null) subjects[client.clientId] = subject
  }
  return subjects
}
