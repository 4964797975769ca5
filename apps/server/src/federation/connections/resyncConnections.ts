import { logEvent } from '../../platform/observability/events.ts'
import { setTimeout as passed } from 'node:timers/promises'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { camelCase, identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { after } from '../../platform/clock.ts'
import {
  listStaleConnections,
  refreshConnection,
} from '../../database/federation/connectionStatements.ts'
import type { ConnectionProvider } from '../providers/connectionProvider.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { FederationServices } from '../federationServices.ts'

const day = 24 * 3600
const batchSize = 100
const maxBatches = 50
/** Between two requests, which spares a service that is not ours. */
const pauseMs = 1000
/** So many known accounts never vanish together: a service that reports it has an error. */
const suspicious = 5
/** So many failed batches in a row are an outage, and not the fault of an account. */
const maxFailures = 3

interface ResyncOptions {
  /** Waits between two batches. */
  readonly pause?: () => Promise<unknown>
  readonly signal?: AbortSignal
}

/**
 * Refreshes names and avatars of linked accounts that are older than a day, the oldest first. An
 * account that its service no longer knows is marked as gone until it returns. No account is ever
 * unlinked, and none changes while its service is unreachable. Answers the count of accounts.
 */
export async function resyncConnections(
  services: FederationServices,
  { signal, pause = () => passed(pauseMs, null, signal ? { signal } : {}) }: ResyncOptions = {},
): Promise<number> {
  let count = 0
  for (const deployment of services.deployments.all) {
    for (const service of identityProviderNames) {
      const { refresh } = services.connections.providers[service]
      if (!refresh || !deployment.connections[camelCase(service)]) continue
      let [left, failures] = [0, 0]
      for (let batch = 0; batch < maxBatches; batch += 1) {
        if (signal?.aborted) return count
        if (batch > 0) await pause()
        const done = await resyncBatch(services, deployment, service, refresh, left)
        count += done.refreshed
        // They stay the stalest: the next batch begins behind them.
        left += done.asked - done.refreshed
        failures = done.outcome === 'failed' ? failures + 1 : 0
        const isOver = done.asked < batchSize || done.outcome === 'suspicious'
        if (isOver || failures === maxFailures) break
      }
    }
  }
  return count
}

interface Batch {
  readonly asked: number
  refreshed: number
  outcome: 'answered' | 'failed' | 'suspicious'
}

/** Refreshes the stalest accounts of one service, behind those that were left as they are. */
async function resyncBatch(
  { database, clock, log }: FederationServices,
  deployment: Deployment,
  service: CanonicalName,
  refresh: NonNullable<ConnectionProvider['refresh']>,
  left: number,
): Promise<Batch> {
  const now = clock.now()
  const { name } = deployment
  const stale = await listStaleConnections(database.kysely, name, service, after(now, -day), {
    limit: batchSize,
    offset: left,
  })
  const done: Batch = { asked: stale.length, refreshed: 0, outcome: 'answered' }
  if (stale.length === 0) return done
  try {
    const ids = stale.map(({ account_id }) => account_id)
    const found = await refresh(deployment, ids)
    const known = stale.filter(({ gone_at }) => gone_at === null)
    const areGone = known.every(({ account_id }) => found.get(account_id) === 'gone')
    if (known.length >= suspicious && areGone) {
      done.outcome = 'suspicious'
      throw new Error(`The service says that all of ${known.length} accounts are gone.`)
    }
    for (const [id, account] of found) {
      const isChanged = await refreshConnection(database.kysely, name, service, id, account, now)
      if (isChanged) done.refreshed += 1
    }
  } catch (error) {
    if (done.outcome === 'answered') done.outcome = 'failed'
    const reason = error instanceof Error ? error.message : 'no reason'
    logEvent(log, 'connection.resync_failed', { provider: service, deployment: name, reason })
  }
  return done
}
