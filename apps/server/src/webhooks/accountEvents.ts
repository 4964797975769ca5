import type { CanonicalName } from '@gatehouse/contract/entities'
import {
  type EventPlace,
  type EventsOf,
  insertEvent,
  hasMoreEvents,
  listEventsFor,
} from '../database/operations/accountEventStatements.ts'
import type { Executor } from '../database/schema/executor.ts'
import { consentedScopes } from '../database/oidc/clientConsents.ts'
import type { Deployment } from '../deployments/deployments.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import type { CredentialChange, CredentialKind, EventType } from '../database/schema/values.ts'
import { createDelivery, type DeliveryMaterials, testWebhook } from './deliverEvent.ts'
import { eventTable } from './eventTable.ts'
import { subjectOf } from '../deployments/subjects.ts'
import { type OidcClient, sectorOf } from '../deployments/client.ts'
import { WebhookFailures } from './webhookFailures.ts'

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
  /** The moment that the account is back at, ISO 8601: with `account.restored`. */
  readonly since?: string
  /** The one client that it is about: with `account.consent_withdrawn`. */
  readonly clientId?: string
}

/** Events that are posted once more by one statement, and at most by one order. */
const replayedAtOnce = 1000
export const mostReplayed = 100_000

export type AccountEvents = Awaited<ReturnType<typeof openAccountEvents>>

/**
 * Notifies clients of account events that are part of a transaction: only if it commits, and for a
 * day with growing pauses.
 */
export async function openAccountEvents(materials: DeliveryMaterials & { readonly jobs: Jobs }) {
  const { clock, jobs, log } = materials
  const failures = new WebhookFailures(clock, log)
  const queue = await jobs.openQueue('account-events', createDelivery(materials, failures))

  return {
    /** Writes an event into the transaction, and one job for each client that may get it. */
    async publish(
      transaction: Executor,
      deployment: Deployment,
      event: AccountEvent,
    ): Promise<void> {
      // Without a listening client no event is stored.
      if (![...deployment.clients.values()].some(({ webhook }) => webhook !== undefined)) return
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
      const jobs = recipients.map(({ clientId }) => {
        return { deployment: name, clientId, eventId: id, playerId }
      })
      await queue.postMany(transaction, jobs)
    },
    /** Sends a client its events since a moment once more; returns their number, or null for too many. */
    async replay(
      transaction: Executor,
      { name: deployment }: Deployment,
      clientId: string,
      since: Date,
    ): Promise<number | null> {
      const own = { deployment, clientId, since }
      // First: the posts of so many would take the transaction half a minute, and be rolled back.
      if (await hasMoreEvents(transaction, own, mostReplayed)) return null
      let count = 0
      let place: EventPlace | null = null
      do {
        const of: EventsOf = { ...own, after: place, limit: replayedAtOnce }
        const events = await listEventsFor(transaction, of)
        count += events.length
        const jobs = events.map(({ id: eventId, player_id: playerId }) => {
          return { deployment, clientId, eventId, playerId }
        })
        await queue.postMany(transaction, jobs)
        place = events.length < replayedAtOnce ? null : (events.at(-1) ?? null)
      } while (place !== null)
      return count
    },
    /** Sends a client a test event at once, and answers the answer of its webhook. */
    test: (deployment: Deployment, client: OidcClient) =>
      testWebhook(materials, deployment, client),
    /** Starts to send new events. */
    start: queue.start,
    /** Reports clients that take none. */
    reporting: failures.reporting,
  }
}

/** The data of an event besides its player, as JSON. */
function dataOf({ username, platform, blockedId, kind, change, since }: AccountEvent): string {
  const blocked = blockedId === undefined ? undefined : String(blockedId)
  return JSON.stringify({ preferred_username: username, platform, blocked, kind, change, since })
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
  const { scope, isForOwnClients } = eventTable[type]
  const recipients: OidcClient[] = []
  for (const client of clients.values()) {
    const { clientId, webhook, firstParty, scopes, events } = client
    if (!webhook || !(events?.includes(type) ?? true)) continue
    if (only !== undefined && only !== clientId) continue
    if (!firstParty && isForOwnClients) continue
    const allowed: readonly string[] = firstParty
      ? scopes
      : await consentedScopes(transaction, { deployment: name, playerId, clientId })
    if (allowed.includes(scope)) recipients.push(client)
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
