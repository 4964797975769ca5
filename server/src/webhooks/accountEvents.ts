import { inTransaction } from '../database/connection/inTransaction.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { after } from '../platform/clock.ts'
import { insertEvent, listEventsFor, listUnsentBans } from '../database/operations/accountEvents.ts'
import type { Executor } from '../database/schema/executor.ts'
import { consentedScopes } from '../database/oidc/clientConsents.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import { repeatEvery } from '../platform/repeatEvery.ts'
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
  /** What was changed, and how: with `account.credentials_changed`. */
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
   * Writes events of bans, which an operator may set by a plain update of a row; returns their
   * number.
   */
  readonly relayBans: () => Promise<number>
  /**
   * Sends the waiting events now; returns their number, and throws when a client does not accept
   * one.
   */
  readonly deliverWaiting: () => Promise<number>
  /** Sends a client a test event at once, and answers what came back. */
  readonly test: (deployment: Deployment, client: OidcClient) => Promise<WebhookAnswer>
  /** Starts to send new events. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

export interface EventMaterials extends DeliveryMaterials {
  readonly jobs: Jobs
}

const everySecond = 1000
/** Seconds. Servers that were down find a ban this long. */
const bansOf = 86_400

export async function openAccountEvents(materials: EventMaterials): Promise<AccountEvents> {
  const { deployments, database, clock, jobs, log } = materials
  let stopRelay: (() => void) | null = null

  const queue = await jobs.openQueue('account-events', createDelivery(materials))

  async function write(
    transaction: Executor,
    deployment: Deployment,
    event: AccountEvent,
    { id, at }: { readonly id: string; readonly at: Date },
  ): Promise<boolean> {
    const { type, playerId } = event
    const recipients = await recipientsOf(transaction, deployment, event)
    const row = {
      deployment: deployment.name,
      id,
      player_id: playerId,
      type,
      data: dataOf(event),
      recipients: recipients.map(({ clientId }) => clientId),
      subjects: JSON.stringify(
        await subjectsFor(transaction, deployment, recipients, playerId, at),
      ),
      at,
    }
    if (!(await insertEvent(transaction, row))) return false
    const owner = { deployment: deployment.name, playerId }
    for (const { clientId } of recipients) {
      const job = { deployment: deployment.name, clientId, eventId: id, playerId }
      await queue.post(transaction, owner, job)
    }
    return true
  }

  async function relayBans(): Promise<number> {
    const listening = deployments.all.filter(hasListener).map(({ name }) => name)
    const since = after(clock.now(), -bansOf)
    const bans = await listUnsentBans(database.kysely, listening, since)
    let count = 0
    for (const ban of bans) {
      const deployment = deployments.byName(ban.deployment)
      if (!deployment) continue
      const at = ban.banned_at
      // Two servers that find the same ban give it the same id.
      const id = `evt_ban_${ban.id}_${at.getTime()}`
      const event: AccountEvent = { type: 'account.banned', playerId: ban.id }
      const isNew = await inTransaction(database.kysely, (transaction) =>
        write(transaction, deployment, event, { id, at }),
      )
      if (isNew) count += 1
    }
    return count
  }

  return {
    async publish(transaction, deployment, event) {
      // Without a listening client no event is stored.
      if (!hasListener(deployment)) return
      const occasion = { id: `evt_${randomUUID()}`, at: clock.now() }
      await write(transaction, deployment, event, occasion)
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
    relayBans,
    deliverWaiting: queue.runWaiting,
    test: (deployment, client) => testWebhook(materials, deployment, client),
    async start() {
      await queue.start()
      stopRelay = repeatEvery(everySecond, relayBans, (error) =>
        logEvent(log, 'webhook.relay_failed', { err: error }),
      )
    },
    stop: () => stopRelay?.(),
  }
}

/** What an event says besides its player, as JSON. */
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
 * What third-party recipients know the player by. It is kept with the event, because an event of a
 * deletion is sent when the player is gone.
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
